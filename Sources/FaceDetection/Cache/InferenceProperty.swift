/// A setting that a network is compiled with, under OpenVINO's name for it.
struct InferenceProperty: Hashable, Sendable {
  var name: String
  var value: String
}
