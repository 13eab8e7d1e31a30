import ProtobufMessages
import StructCoding

extension Contender where Value: ArchiveValue & Codable & ProtobufConvertible {
  /// Returns all contenders, beginning with the one that the table compares the others with.
  static func all(_ dataset: Dataset<Value>) throws -> [Contender] {
    let ours = [columnArchive(dataset), keyedArchive(dataset)]
    return try ours + [protobuf(dataset), json(dataset), propertyList(dataset)]
      + [memcpy(dataset, bytesOf: ours[0])]
  }
}
