// swift-tools-version: 6.2
import PackageDescription

// A client in language mode 6 with everything strict that the compiler offers. The same sources are built with every
// combination of the upcoming features about imports: the folders of the others in `Sources` are links to the first.
// A module has one name in a package, so there `Models` and `Screens` are the compiler's aliases for other ones.
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
  let settings: [SwiftSetting] =
    (features + ["ExistentialAny"]).map { .enableUpcomingFeature($0) } + [.strictMemorySafety()]
  let aliases = ["Models", "Screens"].flatMap { ["-module-alias", "\($0)=\($0)\(name)"] }
  return [
    .executableTarget(
      name: "Swift6Client\(name)",
      dependencies: [.target(name: "Models\(name)"), .target(name: "Screens\(name)")]
        + libraries + others + variants.map { .target(name: "Swift6Client\($0)") },
      swiftSettings: settings + (name.isEmpty ? [] : [.unsafeFlags(aliases)])),
    .target(name: "Models\(name)", dependencies: libraries, swiftSettings: settings),
    .target(
      name: "Screens\(name)", dependencies: libraries,
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
  ]
}

let package = Package(
  name: "Swift6Client",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "StructCoding", path: "../../..")],
  targets:
    client(
      "", ["InternalImportsByDefault", "MemberImportVisibility"], variants: ["Internal", "Member", "Plain"])
    + client("Internal", ["InternalImportsByDefault"])
    + client("Member", ["MemberImportVisibility"])
    + client("Plain", []),
  swiftLanguageModes: [.v6]
)
