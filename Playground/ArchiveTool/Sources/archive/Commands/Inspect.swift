import ArchiveDocuments
import ArgumentParser
import Foundation
import StructCoding

/// `archive inspect`: shows what a file is, how its bytes are used, and the beginning of its content.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the format of a file, how its bytes are used, and its content.",
    discussion: """
      Shows the format and the header; the classes with their objects, or the columns with their kinds; how the bytes \
      are used; and the beginning of the content. Reads only the shown parts of a column archive, so large files open \
      quickly.

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
      let options = ArchiveOutline.Options(
        depthLimit: depth, elementLimit: elements, textLimit: length, entryLimit: 100_000)
      let outline = try inspection.outline(options: options)
      let map = try inspection.byteMap(input.pass)
      let unreferenced = try input.unreferencedObjectCount(inspection.format, limits)
      print(
        json
          ? report(inspection, map, outline, name: file, unreferenced).text(isPretty: true)
          : text(inspection, map, outline, name: input.name, unreferenced))
    }
  }

  // MARK: Text

  private func text(
    _ inspection: ArchiveInspection, _ map: ArchiveByteMap, _ outline: ArchiveOutline, name: String,
    _ unreferenced: Int?
  ) -> String {
    var parts = ["\(name)"]
    var facts = inspection.facts
    if let unreferenced, unreferenced > 0 {
      facts.append(("unreferenced", "\(grouped(unreferenced)) of these objects, which conversions leave out"))
    }
    let width = facts.map(\.name.count).max() ?? 0
    parts += facts.map { fact in
      "  \(fact.name)\(String(repeating: " ", count: width - fact.name.count))  \(fact.value)"
    }
    var bytes = TextTable(["part", "#bytes", "#share"])
    for part in map.children where part.bytes > 0 {
      bytes.add([printable(part.name), grouped(part.bytes), share(part.bytes, of: map)])
    }
    parts += ["", "bytes", bytes.text(indent: "  ")]
    let classes = inspection.classes(in: map)
    if !classes.isEmpty {
      var table = TextTable(["class", "#objects", "#bytes", "#share"])
      for part in classes.prefix(max(elements, 40)) {
        table.add([
          printable(part.name), grouped(part.count), grouped(part.bytes), share(part.bytes, of: map),
        ])
      }
      parts += ["", "classes", table.text(indent: "  ")]
      if classes.count > max(elements, 40) { parts.append("  … \(classes.count - max(elements, 40)) more") }
    }
    if let columns = map["columns"] {
      var table = TextTable(["column", "kind", "#values", "#bytes", "#share"])
      for (path, part) in columns.paths() {
        table.add([
          path.isEmpty ? "(all)" : printable(path), part.kind, grouped(part.count), grouped(part.bytes),
          share(part.bytes, of: map),
        ])
      }
      parts += ["", "columns", table.text(indent: "  ")]
    }
    parts += ["", "content", OutlineText(outline).text(indent: "  ")]
    return parts.joined(separator: "\n")
  }

  private func share(_ bytes: Int, of map: ArchiveByteMap) -> String {
    let percent = 100 * Double(bytes) / Double(max(map.bytes, 1))
    return percent > 0 && percent < 0.1 ? "< 0.1 %" : "\((percent * 10).rounded() / 10) %"
  }

  // MARK: JSON

  private func report(
    _ inspection: ArchiveInspection, _ map: ArchiveByteMap, _ outline: ArchiveOutline, name: String,
    _ unreferenced: Int?
  ) -> JSONText {
    let summary = inspection.summary
    let archiver: JSONText = summary.archiver.map { .string($0) } ?? .null
    let classes: [JSONText] = inspection.classes(in: map).map { part in
      .object([
        ("name", .string(part.name)), ("count", .integer(part.count)), ("bytes", .integer(part.bytes)),
      ])
    }
    let columns: [JSONText] = (map["columns"]?.paths() ?? []).map { path, part in
      .object([
        ("path", .string(path)), ("kind", .string(part.kind)), ("count", .integer(part.count)),
        ("bytes", .integer(part.bytes)),
      ])
    }
    let parts: [(String, JSONText)] = [
      ("file", .string(name)), ("format", .string(inspection.format.name)), ("isXML", .bool(summary.isXML)),
      ("byteCount", .integer(inspection.byteCount)),
      ("bytesBehindEnd", .integer(summary.bytesBehindEnd)), ("version", .string(summary.version)),
      ("archiver", archiver), ("className", .string(summary.className)),
      ("keys", .array(summary.keys.map { .string($0) })), ("objectCount", JSONText(summary.objectCount)),
      ("unreferencedObjectCount", JSONText(unreferenced)),
      ("elementCount", JSONText(summary.elementCount)), ("batchCount", JSONText(summary.batchCount)),
      ("classes", .array(classes)), ("columns", .array(columns)), ("bytes", map.json),
      ("content", OutlineText(outline).json),
    ]
    return .object(parts)
  }
}

extension ArchiveByteMap {
  /// Returns the part and all parts below it, each with its path.
  fileprivate func paths() -> [(path: String, part: ArchiveByteMap)] {
    var paths = [(path: "", part: self)]
    func add(_ map: ArchiveByteMap, _ path: String) {
      for child in map.children {
        let name = path.isEmpty ? child.name : "\(path).\(child.name)"
        paths.append((name, child))
        add(child, name)
      }
    }
    add(self, "")
    return paths
  }

  fileprivate var json: JSONText {
    .object([
      ("name", .string(name)), ("bytes", .integer(bytes)), ("count", .integer(count)),
      ("kind", .string(kind)), ("children", .array(children.map(\.json))),
    ])
  }
}
