internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import KeyedArchives

extension ArchiveFormat {
  /// JSON, with or without the notation of ``ArchiveNode/jsonData(isPretty:limits:)``.
  public static let json = ArchiveFormat(
    name: "json", fileDescription: "JSON",
    recognizes: { data, _ in
      guard let byte = data.firstSignificantByte else { return false }
      // Lists in OpenStep's text format begin with the same characters. A JSON array does not.
      if "[-0123456789".utf8.contains(byte) { return true }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\"") { return OpenStepText(data) == nil }
      let text = data.drop { $0 <= 0x20 }
      return ["true", "false", "null"].contains { text.starts(with: $0.utf8) }
    },
    open: { data, options, _ in JSONFile(data: data, options: options) },
    encode: { content, options in
      try content.jsonData(isPretty: options.isPretty, options.limits)
    }
  ).encoding { elements, options, take in
    var writer = NotationWriter(ArchiveGraph(), .json, options.limits)
    try elements.writeArray(isPretty: options.isPretty, options.limits, to: take) {
      try writer.document(ofElement: $0)
    }
  }
}

private struct JSONFile: ArchiveFile {
  let data: Data
  let options: ArchiveFormat.ReadingOptions
  let summary = ArchiveSummary()

  func content() throws -> ArchiveContent {
    try ArchiveContent(json: data, notation: options.notation, options.limits)
  }
}
