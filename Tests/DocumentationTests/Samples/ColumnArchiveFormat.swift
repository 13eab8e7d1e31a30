import Foundation
import StructCoding

/// The types of the page's examples, whose bytes `FormatTests` checks.
enum ColumnArchiveFormatSamples {
  // SAMPLE sessions

  // SAMPLE folders
}
