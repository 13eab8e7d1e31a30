// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of StructCoding do not fetch GRDB. The conformance of its struct is written by hand, so
// that swift-syntax is not built.
let package = Package(
  name: "Databases",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "StructCoding", path: "../..", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "place-rows",
      dependencies: [
        .product(name: "StructCoding", package: "StructCoding"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
