// swift-tools-version: 6.1
import CompilerPluginSupport
import PackageDescription

/// A product of swift-syntax: for the macro and its tests, and only with the trait `Macros`.
func syntax(_ product: String) -> Target.Dependency {
  .product(name: product, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}

let package = Package(
  name: "StructCoding",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "StructCoding", targets: ["StructCoding"])
  ],
  traits: [
    .trait(
      name: "Macros",
      description:
        "The @Archivable macro. Without it, conformances are written by hand and swift-syntax is not fetched."
    ),
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", "600.0.0"..<"604.0.0")
  ],
  targets: [
    .target(name: "CStackBounds", exclude: ["README.md"]),
    .target(name: "ArchiveBytes", dependencies: ["CStackBounds"], exclude: ["README.md"]),
    // Loads the system's zlib at first use; glibc before 2.34 has `dlopen` in a library of its own.
    .target(
      name: "CZlib", exclude: ["README.md"],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "ArchiveValues", dependencies: ["ArchiveBytes", "CZlib"], exclude: ["README.md"]),
    .target(
      name: "KeyedArchive", dependencies: ["ArchiveValues", "ArchiveBytes"], exclude: ["README.md"]),
    .target(name: "CRuntime", exclude: ["README.md"]),
    .target(
      name: "ColumnArchive", dependencies: ["KeyedArchive", "ArchiveValues", "ArchiveBytes", "CRuntime"],
      exclude: ["README.md"]),
    .target(
      name: "ArchiveGraph", dependencies: ["ColumnArchive", "KeyedArchive", "ArchiveValues", "ArchiveBytes"],
      exclude: ["README.md"]),
    .macro(
      name: "StructCodingMacros",
      dependencies: [
        syntax("SwiftCompilerPlugin"), syntax("SwiftDiagnostics"), syntax("SwiftParser"),
        syntax("SwiftSyntax"),
        syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros"),
      ],
      exclude: ["README.md"]),
    .target(
      name: "StructCoding",
      dependencies: [
        "ArchiveBytes", "ArchiveValues", "KeyedArchive", "ColumnArchive", "ArchiveGraph",
        .target(name: "StructCodingMacros", condition: .when(traits: ["Macros"])),
      ],
      exclude: ["README.md"]),
    .executableTarget(name: "sessions", dependencies: ["StructCoding"], path: "Playground/Sessions"),

    .target(name: "ArchiveTestSupport", dependencies: ["StructCoding"], path: "Tests/ArchiveTestSupport"),
    .testTarget(
      name: "ArchiveValuesTests", dependencies: ["ArchiveBytes", "ArchiveValues", "ArchiveTestSupport"]),
    .testTarget(
      name: "KeyedArchiveTests", dependencies: ["StructCoding", "KeyedArchive", "ArchiveTestSupport"]),
    .testTarget(
      name: "ColumnArchiveTests", dependencies: ["StructCoding", "ColumnArchive", "ArchiveTestSupport"]),
    .testTarget(
      name: "ArchiveGraphTests", dependencies: ["StructCoding", "ArchiveGraph", "ArchiveTestSupport"]),
    .testTarget(name: "ClientCompileTests", dependencies: ["StructCoding"]),
    .testTarget(name: "StructCodingTests", dependencies: ["StructCoding", "ArchiveTestSupport"]),
    .testTarget(
      name: "StructCodingMacrosTests",
      dependencies: [
        "StructCodingMacros",
        .product(
          name: "SwiftSyntaxMacrosTestSupport", package: "swift-syntax", condition: .when(traits: ["Macros"])),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The library is held to the strictest rules, and so is the client that shows that users can be. The sample and the
// other tests are written the way most users write.
for target in package.targets
where target.path == nil && (target.type != .test || target.name == "ClientCompileTests") {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // `.strictMemorySafety()` needs tools version 6.2; this is the same switch.
    .enableExperimentalFeature("StrictMemorySafety"),
  ]
}
