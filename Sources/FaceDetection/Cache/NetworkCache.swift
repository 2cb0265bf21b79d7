private import Foundation

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Where compiled networks are kept from one run to the next, since compiling takes longer than
/// looking at a picture.
///
/// The folder may be removed at any time, and programs that run at once may share it. What can't be
/// read or written there is compiled, and nothing fails. Files that others own or can write, and
/// files that are damaged or were made by or for anything else, are never used.
public struct NetworkCache: Hashable, Sendable {
  /// The environment variable that names the folder to keep things in; empty, nothing is kept.
  public static let folderVariable = "ANONYMIZE_CACHE"

  /// The most files that are kept, and the most bytes of them; the least recently used go first.
  static let most = (files: 64, bytes: 256 << 20)

  /// Path of the folder of networks; it is made, open to its owner only, when one is kept.
  public var folder: String

  /// A cache in a folder of its own, which is not looked at yet.
  public init(folder: String) {
    self.folder = folder
  }

  /// The cache of the running program's user, as `located(environment:)` finds it.
  public static func located() -> NetworkCache? {
    located(environment: ProcessInfo.processInfo.environment)
  }

  /// The cache that an environment asks for; `nil` where nothing is to be kept.
  ///
  /// `networks` in the folder that `folderVariable` names, or `anonymize/networks` in the user's
  /// folder of caches: `XDG_CACHE_HOME`, else `.cache` (`Library/Caches` on Apple's systems) in
  /// `HOME`. A home of somebody else, as some ways to become another user leave it, is left alone.
  public static func located(environment: [String: String]) -> NetworkCache? {
    if let folder = environment[folderVariable] {
      return folder.isEmpty ? nil : NetworkCache(folder: "\(folder)/networks")
    }
    #if !canImport(Darwin)
      // The XDG Base Directory Specification has relative paths ignored.
      if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
        return NetworkCache(folder: "\(folder)/anonymize/networks")
      }
    #endif
    var status = stat()
    guard let home = environment["HOME"], home.hasPrefix("/"), stat(home, &status) == 0,
      status.st_uid == geteuid()
    else { return nil }
    #if canImport(Darwin)
      let caches = "Library/Caches"
    #else
      let caches = ".cache"
    #endif
    return NetworkCache(folder: "\(home)/\(caches)/anonymize/networks")
  }
}
