// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of StructCoding never fetch the dependencies of the benchmarks. Only the library
// of swift-protobuf is built; the output of its generator is committed.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "StructCoding", path: "../.."),
    .package(url: "https://github.com/apple/swift-protobuf.git", exact: "1.39.0"),
  ],
  targets: [
    .target(name: "BenchmarkModels", dependencies: [.product(name: "StructCoding", package: "StructCoding")]),
    .target(
      name: "ProtobufMessages",
      dependencies: ["BenchmarkModels", .product(name: "SwiftProtobuf", package: "swift-protobuf")],
      exclude: ["Protos"]),
    .target(name: "CMeasuring"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "BenchmarkModels", "CMeasuring", "ProtobufMessages",
        .product(name: "StructCoding", package: "StructCoding"),
        .product(name: "ColumnArchives", package: "StructCoding"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ]),
    .executableTarget(
      name: "parquet-benchmarks",
      dependencies: [
        "BenchmarkModels", "CMeasuring",
        .product(name: "StructCoding", package: "StructCoding"),
        .product(name: "ColumnArchives", package: "StructCoding"),
        .product(name: "ParquetExport", package: "StructCoding"),
      ],
      exclude: ["reference.py"]),
  ],
  swiftLanguageModes: [.v6]
)
