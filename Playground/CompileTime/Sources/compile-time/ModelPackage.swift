import Foundation

/// The package with the compiled modules, in a folder for build products.
struct ModelPackage {
  /// The number of types, and the number of types in each file.
  let types: Int
  let typesPerFile: Int
  private let folder: URL
  private let builder: Builder

  /// - Parameters:
  ///   - library: The folder of StructCoding.
  ///   - scratch: The folder for the package and its build products.
  init(types: Int, typesPerFile: Int, library: URL, scratch: URL) throws {
    self.types = types
    self.typesPerFile = typesPerFile
    folder = scratch.appending(path: "compile-time-models")
    builder = Builder(package: folder, scratch: scratch)
    try? FileManager.default.removeItem(at: folder)
    try write(manifest(library: library), to: "Package.swift")
    try write(
      Variant.archivable.imports + Variant.archivable.source(ofType: "Sample") { _ in "" },
      to: "Sources/Sample/Sample.swift")
    // SwiftPM requires a source file in each target.
    for variant in Variant.allCases { try write("", to: "Sources/\(variant.module)/File0.swift") }
  }

  /// Returns the manifest. The compiler prints macro expansions only on request, which a root package may make.
  private func manifest(library: URL) -> String {
    let targets = Variant.allCases.map {
      ".target(name: \"\($0.module)\", dependencies: \($0.dependencies)),"
    }
    return """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "Models",
        platforms: [.macOS(.v14)],
        dependencies: [.package(name: "StructCoding", path: "\(library.path(percentEncoded: false))")],
        targets: [
          \(targets.joined(separator: "\n    "))
          .target(
            name: "Sample", dependencies: \(Variant.archivable.dependencies),
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-dump-macro-expansions"])]),
        ],
        swiftLanguageModes: [.v6]
      )

      """
  }

  /// Writes the types. The compiler prints the expansion for one type; the others differ in the name.
  func writeTypes() throws {
    let output = try builder.build("Sample", .debug).output
    let expansion = try Self.expansion(in: output)
    for variant in Variant.allCases {
      for file in 0..<files {
        let first = file * typesPerFile
        let sources = (first..<min(first + typesPerFile, types)).map { number in
          variant.source(ofType: "Model\(number)") { expansion.replacing("Sample", with: $0) }
        }
        try write(
          variant.imports + "\n" + sources.joined(separator: "\n"), to: path(of: file, of: variant))
      }
    }
  }

  /// Rebuilds a module after marking some of its files as changed, and returns the processor time in seconds.
  func build(_ variant: Variant, _ configuration: Configuration, changing change: Change) throws -> Double {
    let changed =
      switch change {
      case .nothing: 0..<0
      case .oneFile: 0..<1
      case .everything: 0..<files
      }
    for file in changed {
      let path = folder.appending(path: path(of: file, of: variant)).path(percentEncoded: false)
      try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
    }
    return try builder.build(variant.module, configuration).seconds
  }

  private var files: Int { (types + typesPerFile - 1) / typesPerFile }

  private func path(of file: Int, of variant: Variant) -> String {
    "Sources/\(variant.module)/File\(file).swift"
  }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Returns the extension as the compiler prints it: between two lines, after a line with a file name that ends in
  /// the role (`fMe_` for a macro that writes an extension).
  private static func expansion(in output: String) throws -> String {
    let rule = "------------------------------\n"
    let start = "fMe_.swift\n\(rule)"
    guard let start = output.firstRange(of: start),
      let end = output[start.upperBound...].firstRange(of: rule)
    else { throw Failure(description: "the compiler does not say what the macro writes:\n\(output)") }
    return String(output[start.upperBound..<end.lowerBound])
  }
}

/// The change since the last build.
enum Change {
  case nothing, oneFile, everything
}
