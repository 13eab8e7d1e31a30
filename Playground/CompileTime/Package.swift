// swift-tools-version: 6.1
import PackageDescription

// How long archivable types take to compile. The models are not part of this package: the tool writes a package of
// them, which is built as that of a user.
let package = Package(
  name: "CompileTime",
  platforms: [.macOS(.v14)],
  targets: [.executableTarget(name: "compile-time")],
  swiftLanguageModes: [.v6]
)
