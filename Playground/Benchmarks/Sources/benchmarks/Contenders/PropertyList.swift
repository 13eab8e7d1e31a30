import Foundation

extension Contender where Value: Codable {
  /// Uses the binary format.
  static func propertyList(_ dataset: Dataset<Value>) -> Contender {
    Contender(.propertyList, dataset.value) {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      return try encoder.encode($0)
    } decode: {
      try PropertyListDecoder().decode(Value.self, from: $0)
    }
  }
}
