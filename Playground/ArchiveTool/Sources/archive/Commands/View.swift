import ArchiveDocuments
import ArgumentParser
import Foundation
import StructCoding

/// `archive view`: writes a page that shows a file.
struct View: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes an HTML page that shows a file: its content as a tree, and the bytes of its parts.",
    discussion: """
      The page is a single file that needs no network and works in every browser. It shows only the beginning of a \
      large file: see --entries and --elements.

      Examples:
        archive view sessions.column --html sessions.html
        archive view document.plist --html - --entries 1000 > page.html
      """)

  @Argument(help: "The file; - for the standard input.", completion: .file())
  var file: String

  @Option(help: "The page to write; - for the standard output.", completion: .file(extensions: ["html"]))
  var html: String

  @Option(help: "The number of elements of each collection on the page.")
  var elements = 500

  @Option(help: "The total number of values on the page.")
  var entries = 20_000

  @Flag(name: .shortAndLong, help: "Replace the page if it exists.")
  var force = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var progress: ProgressOptions

  func validate() throws {
    for (name, value) in [("--elements", elements), ("--entries", entries)]
    where !(1...1_000_000).contains(value) {
      throw ValidationError("\(name) takes a number from 1 to 1,000,000, not \(value).")
    }
  }

  func run() throws { try limits.withStack(view) }

  private func view() throws {
    let output = OutputFile(path: html, replaces: force)
    try output.check()
    let input = try InputFile(file)
    let inspection = try input.inspection(limits)
    let shown = progress.shown
    let page = try input.reading {
      try shown.during("looking at \(input.name)") {
        let options = Outline.Options(
          depthLimit: 64, elementLimit: elements, textLimit: 500, entryLimit: entries)
        let outline = try inspection.outline(options: options)
        return Page(
          title: file == "-" ? "standard input" : URL(fileURLWithPath: file).lastPathComponent,
          inspection: inspection, parts: try inspection.parts(input.pass), outline: outline)
      }
    }
    try output.write(Data(page.html().utf8))
  }
}
