// swift-tools-version: 6.2
import PackageDescription

// A service that keeps a log: separate, so that users of the library fetch none of this.
let package = Package(
  name: "LogService",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "StructCoding", path: "../.."),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.6.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(
      name: "log-service",
      dependencies: [
        .product(name: "StructCoding", package: "StructCoding"),
        .product(name: "ArchiveLogs", package: "StructCoding"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
