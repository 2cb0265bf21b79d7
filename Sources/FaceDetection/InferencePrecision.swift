/// The number format in which a network's layers are computed.
public enum InferencePrecision: String, Hashable, Sendable {
  /// IEEE 754 single precision.
  case float32 = "f32"
  /// The upper half of single precision; takes half the time on processors with AMX.
  case bfloat16 = "bf16"
}
