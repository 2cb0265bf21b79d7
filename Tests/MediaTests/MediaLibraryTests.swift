import Media
import Testing

@Suite struct MediaLibraryTests {
  @Test(arguments: MediaLibrary.allCases)
  func `a version is three numbers`(library: MediaLibrary) {
    let parts = library.version.split(separator: ".").compactMap { Int($0) }
    #expect(parts.count == 3)
    // FFmpeg 5.1, the oldest that this package builds with.
    let oldest: [MediaLibrary: Int] = [
      .avformat: 59, .avcodec: 59, .avfilter: 8, .swscale: 6, .swresample: 4, .avutil: 57,
    ]
    #expect(parts[0] >= oldest[library] ?? .max)
    #expect(parts[1] < 256 && parts[2] < 256)
  }
}
