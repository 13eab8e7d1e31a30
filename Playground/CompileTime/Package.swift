// swift-tools-version: 6.2
import PackageDescription

// Measures how long archivable types take to compile. The models are not part of this package: the tool writes a
// separate package of them, and builds it like a user's.
let package = Package(
  name: "CompileTime",
  platforms: [.macOS(.v14)],
  targets: [.executableTarget(name: "compile-time")],
  swiftLanguageModes: [.v6]
)
