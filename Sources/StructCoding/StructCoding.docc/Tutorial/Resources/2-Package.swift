// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SessionModels",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "Models", targets: ["Models"])],
  dependencies: [.package(path: "../StructCoding")],
  targets: [
    .target(
      name: "Models",
      dependencies: [
        .product(name: "StructCoding", package: "StructCoding"),
        .product(name: "ColumnArchives", package: "StructCoding"),
      ]),
    .executableTarget(name: "sample", dependencies: ["Models"]),
    .testTarget(
      name: "ModelsTests",
      dependencies: ["Models", .product(name: "StructCodingTesting", package: "StructCoding")],
      resources: [.copy("Fixtures")]),
  ]
)
