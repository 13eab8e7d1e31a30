// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of StructCoding do not need SQLite. The conformances of its records are written by
// hand, so that swift-syntax is not built.
let package = Package(
  name: "Stores",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "StructCoding", path: "../..", traits: [])],
  targets: [
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "read-stores",
      dependencies: ["CSQLite", .product(name: "StructCoding", package: "StructCoding")]),
  ],
  swiftLanguageModes: [.v6]
)
