import Foundation

extension Contender where Value: Codable {
  static func json(_ dataset: Dataset<Value>) -> Contender {
    Contender(.json, dataset.value) {
      try JSONEncoder().encode($0)
    } decode: {
      try JSONDecoder().decode(Value.self, from: $0)
    }
  }
}
