// swift-tools-version: 6.2
import PackageDescription

// A client in language mode 6 with everything strict that the compiler offers. Strict memory safety is a setting of its
// own only in manifests of tools version 6.2; the package it uses needs 6.1.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .strictMemorySafety(),
]

let package = Package(
  name: "Swift6Client",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "StructCoding", path: "../../..")],
  targets: [
    .target(
      name: "Models", dependencies: [.product(name: "StructCoding", package: "StructCoding")],
      swiftSettings: settings),
    .target(
      name: "Screens", dependencies: [.product(name: "StructCoding", package: "StructCoding")],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "Swift6Client",
      dependencies: [
        "Models", "Screens", .product(name: "StructCoding", package: "StructCoding"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
