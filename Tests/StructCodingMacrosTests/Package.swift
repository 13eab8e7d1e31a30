// swift-tools-version: 6.2
import PackageDescription

// The tests of the compiler plugin, in a package of their own: they need all of swift-syntax for the program that runs them,
// beside the one that runs in the compiler, and `swift test` of the library should not build it a second time. The plugin's
// sources are a link. Run them by `swift test --package-path Tests/StructCodingMacrosTests`.
func syntax(_ product: String) -> Target.Dependency { .product(name: product, package: "swift-syntax") }

let package = Package(
  name: "StructCodingMacrosTests",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", "600.0.0"..<"604.0.0")
  ],
  targets: [
    .executableTarget(
      name: "StructCodingMacros",
      dependencies: [
        syntax("SwiftCompilerPlugin"), syntax("SwiftDiagnostics"), syntax("SwiftParser"),
        syntax("SwiftSyntax"), syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros"),
      ],
      exclude: ["README.md"]),
    .testTarget(
      name: "StructCodingMacrosTests",
      dependencies: ["StructCodingMacros", syntax("SwiftSyntaxMacrosTestSupport")],
      path: ".", exclude: ["Sources", "Package.swift"]),
  ],
  swiftLanguageModes: [.v6]
)
