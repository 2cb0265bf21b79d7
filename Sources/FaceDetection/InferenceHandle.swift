/// Sole owner of one object of OpenVINO's C library, which it frees when its own life ends.
struct InferenceHandle: ~Copyable {
  /// The object; valid for as long as the handle lives.
  let pointer: OpaquePointer
  private let free: @convention(c) (OpaquePointer?) -> Void
  // What the object reads from for as long as it lives.
  private let memory: FileContents?

  /// Takes over `pointer`, to be freed with `free`, and `memory` before that is freed.
  init(
    _ pointer: OpaquePointer, freedBy free: @escaping @convention(c) (OpaquePointer?) -> Void,
    readingFrom memory: FileContents? = nil
  ) {
    self.pointer = pointer
    self.free = free
    self.memory = memory
  }

  deinit { withExtendedLifetime(memory) { free(pointer) } }
}
