import Foundation
import Testing

@testable import FaceDetection

@Suite struct NetworkCacheTests {
  @Test func `the variable names the folder, and empty none`() throws {
    let home = try TemporaryFolder()
    var environment = ["ANONYMIZE_CACHE": "/some/where", "HOME": home.path]
    #expect(NetworkCache.located(environment: environment)?.folder == "/some/where/networks")
    environment["ANONYMIZE_CACHE"] = ""
    #expect(NetworkCache.located(environment: environment) == nil)
  }

  @Test func `without it the user's folder of caches is taken`() throws {
    let home = try TemporaryFolder()
    #if canImport(Darwin)
      let caches = "\(home.path)/Library/Caches"
    #else
      let caches = "\(home.path)/.cache"
      #expect(
        NetworkCache.located(environment: ["XDG_CACHE_HOME": "/caches", "HOME": home.path])?.folder
          == "/caches/anonymize/networks")
    #endif
    for relative in ["", "caches"] {
      let environment = ["XDG_CACHE_HOME": relative, "HOME": home.path]
      #expect(
        NetworkCache.located(environment: environment)?.folder == "\(caches)/anonymize/networks")
    }
  }

  @Test(arguments: [nil, "", "here", "/nowhere/at/all"])
  func `without a home nothing is kept`(home: String?) {
    #expect(NetworkCache.located(environment: home.map { ["HOME": $0] } ?? [:]) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `the home of another user is left alone`() throws {
    let home = try TemporaryFolder()
    try #require(chown(home.path, 65534, 65534) == 0)
    #expect(NetworkCache.located(environment: ["HOME": home.path]) == nil)
  }
}
