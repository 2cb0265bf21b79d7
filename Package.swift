// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  // Keeps C types out of public signatures: a C import is never re-exported by accident.
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// `make setup` unpacks the pinned OpenVINO wheel here; only its headers matter at build time, since
// the library itself is loaded when the first model is.
let openVINO: [SwiftSetting] = [
  .unsafeFlags(["-Xcc", "-I\(Context.packageDirectory)/.deps/openvino/include"])
]

func library(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict + settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: strict + settings)
}

let package = Package(
  name: "anonymize",
  products: [
    .executable(name: "anonymize", targets: ["anonymize"]),
    .library(name: "Anonymizer", targets: ["Anonymizer"]),
    // Parts of it, which `Benchmarks` measures one by one.
    .library(name: "FootageArchive", targets: ["FootageArchive"]),
    .library(name: "FaceDetection", targets: ["FaceDetection"]),
    .library(name: "FaceTracking", targets: ["FaceTracking"]),
    .library(name: "Media", targets: ["Media"]),
    .library(name: "Pipeline", targets: ["Pipeline"]),
    .library(name: "Redaction", targets: ["Redaction"]),
  ],
  targets: [
    .systemLibrary(
      name: "CFFmpeg",
      pkgConfig: "libavformat libavcodec libavfilter libswscale libswresample libavutil",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libswscale-dev",
          "libswresample-dev",
          "libavutil-dev",
        ])
      ]),
    .systemLibrary(name: "COpenVINO"),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    library("Media", ["CFFmpeg", "CTurboJPEG"]),
    library("FaceDetection", ["COpenVINO", "Media"], settings: openVINO),
    library("FaceTracking", ["FaceDetection", "Media"], settings: openVINO),
    library("Redaction", ["Media"]),
    library("Pipeline", []),
    library(
      "Anonymizer", ["FaceDetection", "FaceTracking", "Media", "Pipeline", "Redaction"],
      settings: openVINO),
    library("FootageArchive", ["CSQLite", "Media", "Pipeline"]),
    library("AnonymizeCLI", ["Anonymizer", "FootageArchive", "Redaction"], settings: openVINO),
    .executableTarget(
      name: "anonymize", dependencies: ["AnonymizeCLI"], swiftSettings: strict + openVINO),

    tests("MediaTests", ["Media", "TestSupport"]),
    tests(
      "FaceDetectionTests", ["FaceDetection", "Media"], resources: [.copy("Fixtures")],
      settings: openVINO),
    tests("FaceTrackingTests", ["FaceDetection", "FaceTracking", "Media"], settings: openVINO),
    tests("RedactionTests", ["Redaction", "Media"]),
    tests("PipelineTests", ["Pipeline", "TestSupport"]),
    tests(
      "AnonymizerTests",
      ["Anonymizer", "FaceDetection", "FaceTracking", "Media", "Pipeline", "TestSupport"],
      settings: openVINO),
    tests("FootageArchiveTests", ["FootageArchive", "Media", "TestSupport"]),
    tests(
      "AnonymizeCLITests", ["AnonymizeCLI", "FootageArchive", "Media", "Redaction", "TestSupport"],
      settings: openVINO),
    // Depends on the program so that it is built before it is run.
    tests("EndToEndTests", ["TestSupport", "anonymize"]),
    // Optimized, since it compares footage pixel by pixel.
    .target(
      name: "TestSupport", path: "Tests/TestSupport",
      swiftSettings: strict + [.unsafeFlags(["-O"])]),
    // What `make sizes` measures with.
    .executableTarget(
      name: "similarity", dependencies: ["TestSupport"], path: "Tests/Similarity",
      swiftSettings: strict),
    // What `make evaluate` judges covers with.
    .executableTarget(
      name: "evaluation", dependencies: ["TestSupport"], path: "Tests/Evaluation",
      swiftSettings: strict),
    // What `make precision` measures with.
    .executableTarget(
      name: "DetectorPrecision", dependencies: ["FaceDetection", "Media"],
      path: "Tests/DetectorPrecision", exclude: ["reference.py"], swiftSettings: strict + openVINO),
    tests(
      "DetectorPrecisionTests", ["DetectorPrecision", "FaceDetection", "Media"], settings: openVINO),
  ],
  swiftLanguageModes: [.v6]
)
