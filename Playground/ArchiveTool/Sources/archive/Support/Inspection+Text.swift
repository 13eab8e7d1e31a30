import ArchiveDocuments
import FastCoding
import Foundation
import StructCoding

extension ArchiveFormat {
  /// The usual name of the format.
  var title: String {
    switch self {
    case .keyedArchive: "keyed archive"
    case .columnArchive: "column archive"
    case .fastCoding: "FastCoding file"
    case .json: "JSON"
    case .propertyList: "property list"
    default: fileDescription
    }
  }
}

extension ArchiveInspection {
  /// A short description of the file.
  var headline: String {
    var text = format.title
    if summary.isXML { text += " in XML" }
    text += ", \(grouped(byteCount)) bytes"
    if summary.bytesBehindEnd > 0 {
      text += ", \(grouped(summary.bytesBehindEnd)) of them padding behind the end"
    }
    return text
  }

  /// The facts known without reading the content: name and value.
  var facts: [(name: String, value: String)] {
    var facts = [
      ("format", summary.isXML ? "\(format.title) in XML" : format.title),
      ("size", "\(grouped(byteCount)) bytes"),
    ]
    if !summary.version.isEmpty { facts.append(("version", printable(summary.version))) }
    if let archiver = summary.archiver { facts.append(("archiver", printable(archiver))) }
    if !summary.keys.isEmpty, summary.keys != ["root"] {
      facts.append(("keys", summary.keys.map(printable).joined(separator: ", ")))
    }
    if !summary.className.isEmpty { facts.append(("class", printable(summary.className))) }
    if let objectCount = summary.objectCount { facts.append(("objects", grouped(objectCount))) }
    if let elementCount = summary.elementCount, let batchCount = summary.batchCount {
      facts.append(
        (
          "elements",
          "\(grouped(elementCount)) in \(grouped(batchCount)) \(batchCount == 1 ? "batch" : "batches")"
        ))
    }
    if summary.bytesBehindEnd > 0 {
      facts.append(
        ("behind the end", "\(grouped(summary.bytesBehindEnd)) bytes of padding, which are passed over"))
    }
    return facts.map { (name: $0.0, value: $0.1) }
  }
}

/// Returns a number with separated thousands.
func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  var text = ""
  for (position, digit) in digits.enumerated() {
    if position > 0, (digits.count - position) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return number < 0 ? "-\(text)" : text
}

/// Aligned columns of text.
struct TextTable {
  private var rows: [[String]]
  private let isNumber: [Bool]

  /// - Parameter heads: The names of the columns. Those of number columns begin with `#` and are right-aligned.
  init(_ heads: [String]) {
    isNumber = heads.map { $0.hasPrefix("#") }
    rows = [heads.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }]
  }

  mutating func add(_ row: [String]) { rows.append(row) }

  func text(indent: String) -> String {
    let widths = isNumber.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = indent
      for (column, text) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - text.count)
        line += isNumber[column] ? space + text : text + space
        if column + 1 < row.count { line += "  " }
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
