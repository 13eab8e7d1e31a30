// swift-tools-version: 6.2
import PackageDescription

// A client with the settings of a new project in Xcode 26: everything is isolated to the main actor by default. The same
// sources are built in language mode 6, and in mode 5 with the features of “approachable concurrency”, which such a
// project begins with. `MainActorClient5` is a link.
let products: [Target.Dependency] = ["StructCoding", "ColumnArchives", "LiveValues"].map {
  .product(name: $0, package: "StructCoding")
}
let approachable = [
  "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferIsolatedConformances",
  "InferSendableFromCaptures", "NonisolatedNonsendingByDefault",
]

let package = Package(
  name: "MainActorClient",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "StructCoding", path: "../../..")],
  targets: [
    .executableTarget(
      name: "MainActorClient", dependencies: products,
      swiftSettings: [.defaultIsolation(MainActor.self), .swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "MainActorClient5", dependencies: products,
      swiftSettings: [.defaultIsolation(MainActor.self), .swiftLanguageMode(.v5)]
        + approachable.map { .enableUpcomingFeature($0) }),
  ]
)
