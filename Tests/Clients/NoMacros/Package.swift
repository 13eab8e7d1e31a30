// swift-tools-version: 6.2
import PackageDescription

// A client that writes its conformance by hand. Its package graph holds StructCoding and nothing else.
let package = Package(
  name: "NoMacros",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "StructCoding", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "NoMacros",
      dependencies: ["StructCoding", "ColumnArchives", "ArchiveDocuments", "FastCoding", "LiveValues"].map {
        .product(name: $0, package: "StructCoding")
      })
  ]
)
