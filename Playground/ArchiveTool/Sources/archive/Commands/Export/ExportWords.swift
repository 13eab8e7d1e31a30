import ParquetExport

/// Errors of an export in the words of the tool: what the library's advice says of its options, the tool has as its own.
enum ExportWords {
  static func text(of error: ArchiveError) -> String {
    words.reduce("\(error)") { $0.replacing($1.key, with: $1.value) }
  }

  private static let words: KeyValuePairs = [
    "ParquetOptions(datesOutOfRange: .null)": "--dates-out-of-range null",
    "ParquetOptions(datesOutOfRange: .clamp)": "--dates-out-of-range clamp",
    "ParquetOptions(dates: .secondsSince2001)": "--dates seconds",
    "Write them as text: ParquetOptions(decimals: .text).": "Without --decimals, they are written as text.",
  ]
}
