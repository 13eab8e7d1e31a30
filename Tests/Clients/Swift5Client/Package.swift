// swift-tools-version: 6.2
import PackageDescription

// A client in language mode 5, which imports the products of StructCoding and nothing else. The same sources are built with every
// combination of the upcoming features about imports: the folders of the others in `Sources` are links to the first.
// A module has one name in a package, so there `Models` is the compiler's alias for another one.
let libraries: [Target.Dependency] = ["StructCoding", "ColumnArchives", "LiveValues"].map {
  .product(name: $0, package: "StructCoding")
}
/// The other products, which only the client itself imports.
let others: [Target.Dependency] = ["ArchiveDocuments", "FastCoding"].map {
  .product(name: $0, package: "StructCoding")
}

/// The targets of one combination. The first is the client, with the others as dependencies, so that all are built where
/// it is.
func client(_ name: String, _ features: [String], variants: [String] = []) -> [Target] {
  let settings: [SwiftSetting] = features.map { .enableUpcomingFeature($0) }
  return [
    .executableTarget(
      name: "Swift5Client\(name)",
      dependencies: [.target(name: "Models\(name)")]
        + libraries + others + variants.map { .target(name: "Swift5Client\($0)") },
      swiftSettings: settings
        + (name.isEmpty ? [] : [.unsafeFlags(["-module-alias", "Models=Models\(name)"])])),
    .target(name: "Models\(name)", dependencies: libraries, swiftSettings: settings),
  ]
}

let package = Package(
  name: "Swift5Client",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "StructCoding", path: "../../..")],
  targets:
    client("", [], variants: ["Internal", "Member", "Strict"])
    + client("Internal", ["InternalImportsByDefault"])
    + client("Member", ["MemberImportVisibility"])
    + client("Strict", ["InternalImportsByDefault", "MemberImportVisibility"]),
  swiftLanguageModes: [.v5]
)
