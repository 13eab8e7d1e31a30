internal import ArchiveNodes
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation
internal import KeyedArchives
internal import StructCoding

/// One way to convert values to bytes and back.
struct Road<Value: ArchiveValue> {
  let name: String
  let encode: (Value) throws -> Data
  let decode: (Data) throws -> Value
  /// Reads bytes that may be damaged, without the checksums that would refuse nearly all of them; `nil` for a reader
  /// that may end the process.
  var decodeDamaged: ((Data) throws -> Value)?

  /// The selected roads that produce bytes, for values of the type.
  static func all(_ roads: RoundTripCoders) -> [Road] {
    var all: [Road] = []
    if roads.contains(.keyed) { all.append(keyed) }
    if roads.contains(.columns) { all.append(columns) }
    func coding<Wrapped: Archivable>(_ type: Wrapped.Type) -> Any { Road<Wrapped>.ofWrapper(roads) }
    let coding = (Value.self as? any Archivable.Type).map { coding($0) }
    return all + (coding as? [Road] ?? [])
  }

  static var keyed: Road {
    let decode = { try KeyedArchive.decode(Value.self, from: $0) }
    return Road(
      name: "keyed archive", encode: { try KeyedArchive.encode($0) }, decode: decode, decodeDamaged: decode)
  }

  static var columns: Road {
    Road(
      name: "column archive", encode: { try ColumnArchive.encode($0) },
      decode: { try ColumnArchive.decode(Value.self, from: $0) },
      decodeDamaged: {
        try ColumnArchive.decode(Value.self, from: $0, options: .init(verifiesChecksums: false))
      })
  }
}
