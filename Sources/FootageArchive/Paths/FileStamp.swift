/// What tells, without reading it, that a file has changed.
public struct FileStamp: Hashable, Sendable {
  /// Bytes that it holds.
  public var size: Int64
  /// When its content was last changed, in nanoseconds since 1970.
  public var modified: Int64
  /// Its number in its file system, as the bits of an unsigned one.
  public var inode: Int64

  /// A stamp from its parts.
  public init(size: Int64, modified: Int64, inode: Int64) {
    self.size = size
    self.modified = modified
    self.inode = inode
  }

  /// Whether both are of the same content, as far as a stamp tells. Numbers of files don't count:
  /// on some network shares they are others after each mount.
  public func agrees(with other: FileStamp) -> Bool {
    size == other.size && modified == other.modified
  }
}
