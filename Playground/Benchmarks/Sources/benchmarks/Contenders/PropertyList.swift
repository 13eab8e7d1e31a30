import Foundation

extension Contender where Value: Codable {
  /// Uses the binary format.
  static func propertyList(_ dataset: Dataset<Value>) -> Contender {
    propertyList(.propertyList, .binary, dataset)
  }

  static func propertyListXML(_ dataset: Dataset<Value>) -> Contender {
    propertyList(.propertyListXML, .xml, dataset)
  }

  private static func propertyList(
    _ peer: Peer, _ format: PropertyListSerialization.PropertyListFormat, _ dataset: Dataset<Value>
  ) -> Contender {
    Contender(peer, dataset.value) {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      return try encoder.encode($0)
    } decode: {
      try PropertyListDecoder().decode(Value.self, from: $0)
    }
  }
}
