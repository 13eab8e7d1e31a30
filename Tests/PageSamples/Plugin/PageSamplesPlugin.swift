import Foundation
import PackagePlugin

/// Writes the source files of a test target that stand on the pages: each file of its folder `Samples`, with the code
/// of the README and of the documentation in the places that the file names.
///
/// SwiftPM runs a changed plugin only after `touch Package.swift`, or when files come or go.
@main
struct PageSamplesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    let pages =
      [package.appending(path: "README.md")] + Self.pages(below: package.appending(path: "Sources"))
    let templates = try files("swift", in: target.directoryURL.appending(path: "Samples"))
    let output = context.pluginWorkDirectoryURL
    return [
      .buildCommand(
        displayName: "Writing the samples of \(pages.count) pages",
        executable: try context.tool(named: "page-samples").url,
        arguments: [output.path] + (pages + templates).map(\.path),
        inputFiles: pages + templates,
        outputFiles: templates.map {
          output.appending(path: $0.deletingPathExtension().lastPathComponent + "Page.swift")
        })
    ]
  }

  /// The pages of the catalogues, and the documents beside the sources.
  private static func pages(below folder: URL) -> [URL] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".md") && !$0.hasSuffix("README.md") }.sorted()
      .map { folder.appending(path: $0) }
  }

  private func files(_ kind: String, in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".\(kind)") }
      .sorted()
      .map { folder.appending(path: $0) }
  }
}
