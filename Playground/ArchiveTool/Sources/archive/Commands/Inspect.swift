import ArchiveDocuments
import ArgumentParser
import Foundation
import StructCoding

/// `archive inspect`: shows what a file is, the bytes of its classes or columns, and the beginning of its content.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the format of a file, the bytes of its classes or columns, and its content.",
    discussion: """
      Shows the format and the header; the classes of a keyed archive or the columns of a column archive, with their \
      numbers and bytes; and the beginning of the content. Reads only the shown parts of a column archive, so large \
      files open quickly.

      Examples:
        archive inspect sessions.column
        archive inspect --depth 8 --elements 100 document.plist
        archive inspect --json sessions.column | jq '.columns[] | select(.bytes > 1000000)'
      """)

  @Argument(help: "The file; - for the standard input.", completion: .file())
  var file: String

  @Option(help: "The number of levels of the content to show.")
  var depth = 4

  @Option(help: "The number of elements of each collection to show.")
  var elements = 10

  @Option(help: "The number of characters of each string to show.")
  var length = 80

  @Flag(help: "Write JSON. Its keys are stable between versions of the tool.")
  var json = false

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    for (name, value) in [("--depth", depth), ("--elements", elements), ("--length", length)]
    where !(0...1_000_000).contains(value) {
      throw ValidationError("\(name) takes a number from 0 to 1,000,000, not \(value).")
    }
  }

  func run() throws {
    try limits.withStack(inspect)
  }

  private func inspect() throws {
    let input = try InputFile(file)
    let inspection = try input.inspection(limits)
    try input.reading {
      let options = Outline.Options(
        depthLimit: depth, elementLimit: elements, textLimit: length, entryLimit: 100_000)
      let outline = try inspection.outline(options: options)
      let parts = try inspection.parts(input.pass)
      let unreferenced = try input.unreferencedObjectCount(inspection.format, limits)
      print(
        json
          ? try report(inspection, parts, outline, name: file, unreferenced).jsonText(isPretty: true)
          : text(inspection, parts, outline, name: input.name, unreferenced))
    }
  }

  // MARK: Text

  private func text(
    _ inspection: ArchiveInspection, _ parts: [ArchivePart], _ outline: Outline, name: String,
    _ unreferenced: Int?
  ) -> String {
    var lines = ["\(name)"]
    var facts = inspection.facts
    if let unreferenced, unreferenced > 0 {
      facts.append(("unreferenced", "\(grouped(unreferenced)) of these objects, which conversions leave out"))
    }
    let width = facts.map(\.name.count).max() ?? 0
    lines += facts.map { fact in
      "  \(fact.name)\(String(repeating: " ", count: width - fact.name.count))  \(fact.value)"
    }
    let areColumns = inspection.format == .columnArchive
    let shown = areColumns ? parts : Array(parts.prefix(max(elements, 40)))
    if !shown.isEmpty {
      let titles = areColumns ? ["column", "kind", "#values"] : ["class", "#objects"]
      var table = TextTable(titles + ["#bytes", "#share"])
      for part in shown {
        let name = part.name.isEmpty ? "(all)" : printable(part.name)
        let share = share(part.byteCount, of: inspection.byteCount)
        table.add(
          [name] + (areColumns ? [part.kind] : []) + [grouped(part.count), grouped(part.byteCount), share])
      }
      lines += ["", areColumns ? "columns" : "classes", table.text(indent: "  ")]
      if shown.count < parts.count { lines.append("  … \(parts.count - shown.count) more") }
    }
    lines += ["", "content", OutlineText(outline).text(indent: "  ")]
    return lines.joined(separator: "\n")
  }

  private func share(_ bytes: Int, of whole: Int) -> String {
    let percent = 100 * Double(bytes) / Double(max(whole, 1))
    return percent > 0 && percent < 0.1 ? "< 0.1 %" : "\((percent * 10).rounded() / 10) %"
  }

  // MARK: JSON

  private func report(
    _ inspection: ArchiveInspection, _ parts: [ArchivePart], _ outline: Outline, name: String,
    _ unreferenced: Int?
  ) -> ArchiveNode {
    let summary = inspection.summary
    let areColumns = inspection.format == .columnArchive
    let described: [ArchiveNode] = parts.map { part in
      areColumns
        ? [
          "path": .string(part.name), "kind": .string(part.kind), "count": .number(part.count),
          "bytes": .number(part.byteCount),
        ]
        : ["name": .string(part.name), "count": .number(part.count), "bytes": .number(part.byteCount)]
    }
    return [
      "file": .string(name), "format": .string(inspection.format.name), "isXML": .bool(summary.isXML),
      "byteCount": .number(inspection.byteCount), "bytesBehindEnd": .number(summary.bytesBehindEnd),
      "version": .string(summary.version), "archiver": summary.archiver.map { .string($0) } ?? .null,
      "className": .string(summary.className), "keys": .array(summary.keys.map { .string($0) }),
      "objectCount": .number(summary.objectCount), "unreferencedObjectCount": .number(unreferenced),
      "elementCount": .number(summary.elementCount), "batchCount": .number(summary.batchCount),
      "classes": .array(areColumns ? [] : described), "columns": .array(areColumns ? described : []),
      "content": OutlineText(outline).json,
    ]
  }
}
