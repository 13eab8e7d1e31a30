import Foundation
import StructCoding

// The code block of the page on conforming by hand.

enum HandWritten {
  // BYHAND by hand
  struct Reading: Archivable {
    var sensor: String
    var value: Int

    static let archiveSchema = ArchiveSchema(className: "Reading", fields: ["sensor", "value"])

    func encodeFields(to encoder: inout some FieldEncoder) throws {
      try encoder.encode(sensor, at: 0)
      try encoder.encode(value, at: 1)
    }

    init(fields decoder: inout some FieldDecoder) throws {
      sensor = try decoder.decode(at: 0)
      value = try decoder.decode(at: 1)
    }

    static func describeColumns(_ columns: inout ColumnDescription<Reading>) {
      columns.field(\.sensor, at: 0)
      columns.field(\.value, at: 1)
      unsafe columns.assumeComplete()
    }

    final class Coding: NSObject, NSSecureCoding, ArchiveWrapper {
      let decoded: Reading
      init(_ value: Reading) { decoded = value }
      static var supportsSecureCoding: Bool { true }
      func encode(with coder: NSCoder) { archive(to: coder) }
      init?(coder: NSCoder) {
        guard let value = Self.unarchive(from: coder) else { return nil }
        decoded = value
      }
    }
  }
  // END
}

extension HandWritten.Reading: Equatable {
  init(sensor: String, value: Int) {
    self.sensor = sensor
    self.value = value
  }
}
