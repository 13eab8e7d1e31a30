import ArchiveDocuments
import Foundation
import StructCoding

/// The page that shows a file. The file's content is JSON in the page, which its script converts to texts.
struct Page {
  let title: String
  let inspection: ArchiveInspection
  let parts: [ArchivePart]
  let outline: Outline

  /// The number of classes or columns on the page.
  private static let partLimit = 1_000

  func html() throws -> String {
    // The policy allows only the page's own style and script, in case others get in.
    let nonce = (0..<4).map { _ in String(UInt32.random(in: 0 ... .max), radix: 36) }.joined()
    let parts = [
      "nonce": nonce, "title": escaped(printable(title)), "style": Self.text(PackageResources.page_css),
      "script": Self.text(PackageResources.page_js), "data": try data.jsonText(isPretty: false),
    ]
    // The pieces are not parsed again, so inserted text may contain anything.
    return Self.text(PackageResources.page_html).components(separatedBy: "{{").enumerated().map {
      number, piece in
      guard number > 0, let end = piece.range(of: "}}"), let part = parts[String(piece[..<end.lowerBound])]
      else { return number > 0 ? "{{" + piece : piece }
      return part + piece[end.upperBound...]
    }.joined()
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }

  private var data: ArchiveNode {
    let facts: [ArchiveNode] = inspection.facts.map { [.string($0.name), .string($0.value)] }
    let parts: [ArchiveNode] = parts.prefix(Self.partLimit).map { part in
      [.string(printable(part.name)), .string(part.kind), .number(part.count), .number(part.byteCount)]
    }
    return [
      "title": .string(printable(title)), "facts": .array(facts), "note": .string(note),
      "entries": .array(outline.entries.map(Self.json)), "byteCount": .number(inspection.byteCount),
      "parts": .array(parts),
    ]
  }

  private var note: String {
    let left = outline.entries.reduce(0) { $0 + ($1.children.isEmpty ? 0 : $1.omittedCount) }
    guard left > 0 || outline.entries.contains(where: { $0.children.isEmpty && $0.omittedCount > 0 }) else {
      return ""
    }
    return
      "The page holds the first \(grouped(outline.entries.count)) values of the file. The search looks at these."
  }

  private static func json(_ entry: Outline.Entry) -> ArchiveNode {
    [
      .string(printable(entry.name)), .string(entry.kind), .string(printable(entry.className)),
      .string(printable(entry.text)), .number(entry.partCount), .number(entry.children.lowerBound),
      .number(entry.children.count), .number(entry.shownAt ?? -1),
    ]
  }
}
