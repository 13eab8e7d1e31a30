import ArchiveDocuments
import Foundation
import StructCoding

/// The page that shows a file. The file's content is JSON in the page, which its script converts to texts.
struct Page {
  let title: String
  let inspection: ArchiveInspection
  let map: ArchiveByteMap
  let outline: ArchiveOutline

  /// The maximum number of parts in the map of the bytes.
  private static let partLimit = 10_000

  var html: String {
    // The policy allows only the page's own style and script, in case others get in.
    let nonce = (0..<4).map { _ in String(UInt32.random(in: 0 ... .max), radix: 36) }.joined()
    let parts = [
      "nonce": nonce, "title": escaped(printable(title)), "style": Self.text(PackageResources.page_css),
      "script": Self.text(PackageResources.page_js), "data": data.text(isPretty: false),
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

  private var data: JSONText {
    .object([
      ("title", .string(printable(title))),
      ("facts", .array(inspection.facts.map { .array([.string($0.name), .string($0.value)]) })),
      ("note", .string(note)),
      ("entries", .array(outline.entries.map(Self.json))),
      ("bytes", Self.json(boundedMap)),
    ])
  }

  private var note: String {
    let left = outline.entries.reduce(0) { $0 + ($1.children.isEmpty ? 0 : $1.omittedCount) }
    guard left > 0 || outline.entries.contains(where: { $0.children.isEmpty && $0.omittedCount > 0 }) else {
      return ""
    }
    return
      "The page holds the first \(grouped(outline.entries.count)) values of the file. The search looks at these."
  }

  private static func json(_ entry: ArchiveOutline.Entry) -> JSONText {
    .array([
      .string(printable(entry.name)), .string(entry.kind), .string(printable(entry.className)),
      .string(printable(entry.text)), .integer(entry.partCount), .integer(entry.children.lowerBound),
      .integer(entry.children.count), .integer(entry.shownAt ?? -1),
    ])
  }

  /// The map, reduced to as many parts as a page can easily show.
  private var boundedMap: ArchiveByteMap {
    var limit = 400
    var bounded = map.shortened(to: limit)
    while limit > 4, bounded.partCount > Self.partLimit {
      limit /= 2
      bounded = map.shortened(to: limit)
    }
    return bounded.partCount > Self.partLimit ? map.shortened(to: limit, depth: 4) : bounded
  }

  private static func json(_ map: ArchiveByteMap) -> JSONText {
    .object([
      ("name", .string(printable(map.name))), ("bytes", .integer(map.bytes)), ("count", .integer(map.count)),
      ("kind", .string(map.kind)), ("parts", .array(map.children.map(json))),
    ])
  }
}

extension ArchiveByteMap {
  fileprivate var partCount: Int { children.reduce(1) { $0 + $1.partCount } }
}
