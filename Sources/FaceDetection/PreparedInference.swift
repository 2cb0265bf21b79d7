/// A compiled network that is ready to run, with the memory for its input and its outputs.
struct PreparedInference: ~Copyable {
  /// OpenVINO's `ov_infer_request_t`.
  ///
  /// It owns the memory of both: it shares ownership of every tensor set on it.
  let request: InferenceHandle
  /// Where a run reads its picture from, in packed bytes.
  let input: UnsafeMutableRawBufferPointer
  /// Where a run leaves each output.
  let outputs: [UnsafeBufferPointer<Float>]
}
