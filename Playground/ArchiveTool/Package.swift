// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of StructCoding never fetch the tool's dependencies. It reads archives without
// their types, so it does not need the `Macros` trait, and swift-syntax is not built. `.ci/run` turns that trait on, with
// `SharedBuild`: the tool then needs the library as the tests of the root package have built it, and not once more.
let package = Package(
  name: "ArchiveTool",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "archive", targets: ["archive"])],
  traits: [.trait(name: "SharedBuild", description: "Builds the library with its default traits.")],
  dependencies: [
    .package(
      name: "StructCoding", path: "../..",
      traits: [.trait(name: "Macros", condition: .when(traits: ["SharedBuild"]))]),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "archive",
      dependencies: [
        .product(name: "StructCoding", package: "StructCoding"),
        .product(name: "ColumnArchives", package: "StructCoding"),
        .product(name: "ArchiveDocuments", package: "StructCoding"),
        .product(name: "ArchiveLogs", package: "StructCoding"),
        .product(name: "FastCoding", package: "StructCoding"),
        .product(name: "ParquetExport", package: "StructCoding"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // The parts of the page that `archive view` writes. They are embedded in the program, which is a single file.
      resources: [
        .embedInCode("Page/page.html"), .embedInCode("Page/page.css"), .embedInCode("Page/page.js"),
      ]),
    .testTarget(
      name: "ArchiveToolTests",
      dependencies: [
        "archive",
        .product(name: "StructCoding", package: "StructCoding"),
        .product(name: "ColumnArchives", package: "StructCoding"),
        .product(name: "ArchiveDocuments", package: "StructCoding"),
        .product(name: "ArchiveLogs", package: "StructCoding"),
        .product(name: "FastCoding", package: "StructCoding"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
