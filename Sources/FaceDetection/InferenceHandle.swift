/// Sole owner of one object of OpenVINO's C library, which it frees when its own life ends.
struct InferenceHandle: ~Copyable {
  /// The object; valid for as long as the handle lives.
  let pointer: OpaquePointer
  private let free: @convention(c) (OpaquePointer?) -> Void

  /// Takes over `pointer`, to be freed with `free`.
  init(_ pointer: OpaquePointer, freedBy free: @escaping @convention(c) (OpaquePointer?) -> Void) {
    self.pointer = pointer
    self.free = free
  }

  deinit { free(pointer) }
}
