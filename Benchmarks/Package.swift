// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// FaceDetection's own headers, as the project's manifest says where they are.
let openVINO: [SwiftSetting] = [
  .unsafeFlags(["-Xcc", "-I\(Context.packageDirectory)/../.deps/openvino/include"])
]

func project(_ product: String) -> Target.Dependency {
  .product(name: product, package: "anonymize")
}

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "anonymize", path: "..")],
  targets: [
    // Counts the allocations of each thread, by standing in for the C library's functions.
    .target(name: "CAllocationCount"),
    .target(
      name: "CenterFaceDecoding", dependencies: [project("FaceDetection"), project("Media")],
      swiftSettings: strict + openVINO),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CAllocationCount", "CenterFaceDecoding", project("FaceDetection"), project("FaceTracking"),
        project("Media"),
        project("Pipeline"), project("Redaction"),
      ],
      swiftSettings: strict + openVINO),
  ],
  swiftLanguageModes: [.v6]
)
