public import StructCoding

// What `@Archivable` writes, but for the initialiser, which an extension of a class cannot have as it is there.
nonisolated extension Station: StructCoding.ArchivableObject {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Station_Coding", fields: ["number", "name", "next"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.number, at: 0)
    try encoder.encode(self.name, at: 1)
    try encoder.encode(self.next, at: 2)
  }

  public convenience init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.init(number: try decoder.decode(at: 0), name: try decoder.decode(at: 1))
  }

  public func decodeReferences(from decoder: inout some StructCoding.KeyedDecoder) throws {
    self.next = try decoder.decode(at: 2)
  }
}
