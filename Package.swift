// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Xcode puts the privacy manifests of packages into the app's report. Elsewhere nobody reads them.
#if os(macOS)
  let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
  let privacyFile: [String] = []
#else
  let privacy: [Resource] = []
  let privacyFile = ["PrivacyInfo.xcprivacy"]
#endif

/// A product of swift-syntax: for the macro and its tests, and only with the trait `Macros`.
func syntax(_ product: String) -> Target.Dependency {
  .product(name: product, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}

let package = Package(
  name: "StructCoding",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "StructCoding", targets: ["StructCoding"]),
    .library(name: "ColumnArchives", targets: ["ColumnArchives"]),
    .library(name: "ArchiveDocuments", targets: ["ArchiveDocuments"]),
    .library(name: "ArchiveLogs", targets: ["ArchiveLogs"]),
    .library(name: "FastCoding", targets: ["FastCoding"]),
    .library(name: "LiveValues", targets: ["LiveValues"]),
    .library(name: "ManagedObjects", targets: ["ManagedObjects"]),
    .library(name: "SystemValues", targets: ["SystemValues"]),
    .library(name: "ParquetExport", targets: ["ParquetExport"]),
    .library(name: "StructCodingTesting", targets: ["StructCodingTesting"]),
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
    .target(
      name: "ArchiveFiles", dependencies: ["ArchiveBytes"], exclude: ["README.md"] + privacyFile,
      resources: privacy),
    .target(name: "PropertyLists", dependencies: ["ArchiveBytes"], exclude: ["README.md"]),
    .target(name: "ArchiveNodes", dependencies: ["PropertyLists", "ArchiveBytes"], exclude: ["README.md"]),
    .target(name: "JSONText", dependencies: ["ArchiveNodes", "ArchiveBytes"], exclude: ["README.md"]),
    .target(
      name: "ArchiveValues",
      dependencies: ["ArchiveNodes", "PropertyLists", "ArchiveBytes"],
      exclude: ["README.md"]),
    .target(
      name: "KeyedArchives",
      dependencies: [
        "ArchiveValues", "ArchiveNodes", "PropertyLists", "ArchiveBytes", "CObjectiveC",
      ],
      exclude: ["README.md", "KeyedArchiveLayout.md"]),
    // Objective-C; empty on other systems than Apple's.
    .target(name: "CObjectiveC", exclude: ["README.md"]),
    .target(name: "CChecksum", exclude: ["README.md"]),
    .target(
      name: "ColumnArchives",
      dependencies: [
        "KeyedArchives", "ArchiveValues", "ArchiveNodes", "PropertyLists", "ArchiveFiles",
        "ArchiveBytes", "CChecksum", "CZlib",
      ],
      exclude: ["README.md", "ColumnArchiveFormat.md"]),
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
        "ArchiveBytes", "PropertyLists", "ArchiveNodes", "ArchiveValues", "KeyedArchives",
        .target(name: "StructCodingMacros", condition: .when(traits: ["Macros"])),
      ],
      exclude: ["README.md"] + privacyFile, resources: privacy),
    .target(
      name: "ArchiveDocuments",
      dependencies: [
        "ColumnArchives", "KeyedArchives", "ArchiveValues", "JSONText", "ArchiveNodes", "PropertyLists",
        "ArchiveBytes",
      ],
      exclude: ["README.md", "Notation.md"]),
    .target(
      name: "ArchiveLogs", dependencies: ["ColumnArchives", "ArchiveValues", "ArchiveFiles", "ArchiveBytes"],
      exclude: ["README.md"]),
    .target(
      name: "FastCoding",
      dependencies: [
        "ArchiveDocuments", "KeyedArchives", "ArchiveValues", "ArchiveNodes", "ArchiveBytes",
      ],
      exclude: ["README.md"]),
    .target(
      name: "SystemValues", dependencies: ["KeyedArchives", "ArchiveValues", "ArchiveNodes", "ArchiveBytes"],
      exclude: ["README.md"]),
    .target(
      name: "LiveValues",
      dependencies: [
        "KeyedArchives", "ArchiveValues", "ArchiveBytes",
        .target(name: "StructCodingMacros", condition: .when(traits: ["Macros"])),
      ],
      exclude: ["README.md"]),
    .target(
      name: "ManagedObjects",
      dependencies: [
        "LiveValues", "KeyedArchives", "ArchiveValues", "PropertyLists", "ArchiveBytes",
        .target(name: "StructCodingMacros", condition: .when(traits: ["Macros"])),
      ],
      exclude: ["README.md"]),
    .target(
      name: "ParquetExport",
      dependencies: [
        "ColumnArchives", "KeyedArchives", "ArchiveValues", "JSONText", "ArchiveNodes", "ArchiveFiles",
        "ArchiveBytes",
      ],
      exclude: ["README.md", "Engines.md"]),
    // For test targets: links XCTest and Testing of the toolchain.
    .target(
      name: "StructCodingTesting",
      dependencies: [
        "StructCoding", "ColumnArchives", "ArchiveDocuments", "KeyedArchives", "ArchiveValues",
        "ArchiveNodes", "PropertyLists", "ArchiveBytes",
      ],
      exclude: ["README.md"]),
    .target(name: "SessionModels", dependencies: ["StructCoding"], path: "Playground/Sessions/Models"),
    .executableTarget(
      name: "sessions",
      dependencies: [
        "SessionModels", "StructCoding", "ColumnArchives", "ArchiveDocuments", "LiveValues",
      ],
      path: "Playground/Sessions/Program"),

    // A program that the tests of logs run, to kill it.
    .executableTarget(
      name: "log-writer", dependencies: ["StructCoding", "ArchiveLogs"], path: "Tests/LogWriter"),
    .target(
      name: "ArchiveTestSupport",
      dependencies: [
        "StructCoding", "ColumnArchives", "ArchiveDocuments", "ArchiveFiles", "FastCoding",
      ],
      path: "Tests/ArchiveTestSupport"),
    // What `Playground/Fuzz/build` compiles with coverage, and `FuzzTests` without.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "StructCoding", "ColumnArchives", "ArchiveDocuments", "ArchiveLogs", "FastCoding", "ParquetExport",
        "ArchiveTestSupport", "CChecksum",
      ],
      path: "Playground/Fuzz/Targets"),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "ArchiveTestSupport"]),
    .testTarget(name: "ArchiveBytesTests", dependencies: ["ArchiveBytes"]),
    .testTarget(name: "ArchiveNodesTests", dependencies: ["ArchiveNodes"]),
    .testTarget(
      name: "ArchiveValuesTests",
      dependencies: ["ArchiveBytes", "ArchiveNodes", "ArchiveValues", "ArchiveTestSupport"]),
    .testTarget(
      name: "KeyedArchiveTests",
      dependencies: [
        "StructCoding", "KeyedArchives", "ColumnArchives", "ArchiveDocuments", "SystemValues",
        "ArchiveTestSupport",
      ]),
    .testTarget(
      name: "ColumnArchiveTests",
      dependencies: [
        "StructCoding", "ColumnArchives", "ArchiveFiles", "ArchiveDocuments", "ArchiveTestSupport",
        "ArchiveValues", "CChecksum",
      ]),
    .testTarget(
      name: "ArchiveDocumentsTests",
      dependencies: [
        "StructCoding", "ColumnArchives", "ArchiveDocuments", "FastCoding", "ArchiveTestSupport",
      ]),
    .testTarget(
      name: "ArchiveLogTests",
      dependencies: [
        "StructCoding", "ArchiveLogs", "ArchiveFiles", "ColumnArchives", "ArchiveDocuments",
        "ArchiveTestSupport", "log-writer",
      ]),
    .testTarget(
      name: "FastCodingTests",
      dependencies: [
        "StructCoding", "ColumnArchives", "FastCoding", "ArchiveDocuments", "ArchiveTestSupport",
      ]),
    .testTarget(
      name: "LiveValuesTests",
      dependencies: ["StructCoding", "ColumnArchives", "LiveValues", "ArchiveTestSupport"]),
    .testTarget(
      name: "ManagedObjectsTests", dependencies: ["StructCoding", "ManagedObjects"], exclude: ["README.md"]),
    .testTarget(
      name: "ParquetExportTests",
      dependencies: [
        "StructCoding", "ColumnArchives", "ParquetExport", "ArchiveFiles", "ArchiveTestSupport",
      ]),
    .testTarget(
      name: "SessionModelsTests",
      dependencies: ["SessionModels", "StructCodingTesting"],
      exclude: ["__Archives__"]),
    .testTarget(
      name: "StructCodingTestingTests",
      dependencies: [
        "StructCoding", "ColumnArchives", "StructCodingTesting", "ArchiveTestSupport",
      ],
      exclude: ["__Archives__"]),
    .testTarget(
      name: "ClientCompileTests",
      dependencies: ["StructCoding", "ColumnArchives", "LiveValues", "ManagedObjects", "ArchiveTestSupport"]),
    .testTarget(
      name: "StructCodingTests",
      dependencies: [
        "StructCoding", "ColumnArchives", "StructCodingTesting", "ArchiveDocuments", "FastCoding",
        "LiveValues", "SystemValues", "ArchiveTestSupport",
      ]),
    // The programs of the sources that this project came from, typed in as an app developer would.
    .testTarget(
      name: "FoundingExamplesTests",
      dependencies: ["StructCoding", "ColumnArchives", "FastCoding", "ArchiveDocuments", "LiveValues"],
      exclude: ["README.md"]),
    // Compiles and runs the samples of the README and the documentation, which stand only there: the plugin puts them
    // into the files of the folder Samples. The tests link to the program's sources: a test bundle that depends on a tool
    // of a plugin links it twice.
    .executableTarget(name: "page-samples", path: "Tests/PageSamples/Program"),
    .plugin(
      name: "PageSamplesPlugin", capability: .buildTool(), dependencies: ["page-samples"],
      path: "Tests/PageSamples/Plugin"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "StructCoding", "ColumnArchives", "StructCodingTesting", "ArchiveDocuments", "ArchiveLogs",
        "FastCoding", "LiveValues", "ManagedObjects", "ParquetExport", "SystemValues", "ArchiveTestSupport",
      ],
      exclude: ["Samples"], plugins: ["PageSamplesPlugin"]),
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
    .strictMemorySafety(),
  ]
}
