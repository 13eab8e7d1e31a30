// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that what benchmarks need never reaches a user of StructCoding. Without the `Macros` trait
// swift-syntax is not built, which in a release build saves minutes; the models hold what the macro would write.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "StructCoding", path: "../..", traits: [])],
  targets: [
    .target(name: "BenchmarkModels", dependencies: [.product(name: "StructCoding", package: "StructCoding")]),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["BenchmarkModels", .product(name: "StructCoding", package: "StructCoding")]),
  ],
  swiftLanguageModes: [.v6]
)
