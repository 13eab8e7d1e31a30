// swift-tools-version: 6.1
import PackageDescription

// A client in language mode 5, which imports StructCoding and nothing else.
let package = Package(
  name: "Swift5Client",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "StructCoding", path: "../../..")],
  targets: [
    .target(name: "Models", dependencies: [.product(name: "StructCoding", package: "StructCoding")]),
    .executableTarget(
      name: "Swift5Client", dependencies: ["Models", .product(name: "StructCoding", package: "StructCoding")]),
  ],
  swiftLanguageModes: [.v5]
)
