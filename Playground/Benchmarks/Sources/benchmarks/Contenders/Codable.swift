import Foundation

extension Contender where Value: Codable {
  static func propertyList(_ dataset: Dataset<Value>) -> Contender {
    Contender("PropertyListEncoder, binary", dataset.value) {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      return try encoder.encode($0)
    } decode: {
      try PropertyListDecoder().decode(Value.self, from: $0)
    }
  }

  static func json(_ dataset: Dataset<Value>) -> Contender {
    Contender("JSONEncoder", dataset.value) {
      try JSONEncoder().encode($0)
    } decode: {
      try JSONDecoder().decode(Value.self, from: $0)
    }
  }
}
