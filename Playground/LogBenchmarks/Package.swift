// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of StructCoding do not need SQLite. The conformance of its one record is written by
// hand, so that swift-syntax is not built.
let package = Package(
  name: "LogBenchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "StructCoding", path: "../..", traits: [])],
  targets: [
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "log-benchmarks",
      dependencies: [
        "CSQLite",
        .product(name: "StructCoding", package: "StructCoding"),
        .product(name: "ColumnArchives", package: "StructCoding"),
        .product(name: "ArchiveLogs", package: "StructCoding"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
