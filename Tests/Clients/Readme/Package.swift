// swift-tools-version: 6.2
import PackageDescription

// The first program of the README, as a reader would try it. `.ci/run` compares program and output with the README.
let package = Package(
  name: "Readme",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "StructCoding", path: "../../..")],
  targets: [
    .executableTarget(name: "App", dependencies: [.product(name: "StructCoding", package: "StructCoding")])
  ]
)
