import Foundation

/// What was measured, as it is kept in a file: tables and chart are made of it, so they can be made again without
/// measuring.
struct Measurements: Codable {
  var machine: Machine
  var results: [Result]

  struct Missing: Error, CustomStringConvertible {
    let dataset: String
    let contender: String

    var description: String { "there is no result of \(contender) for “\(dataset)”: measure it" }
  }

  func result(_ dataset: String, _ contender: String) throws -> Result {
    guard let result = results.first(where: { $0.dataset == dataset && $0.contender == contender }) else {
      throw Missing(dataset: dataset, contender: contender)
    }
    return result
  }

  func result(_ dataset: String, _ peer: Peer) throws -> Result { try result(dataset, peer.rawValue) }

  /// Takes new results; those of the same data set and contender make room.
  mutating func update(_ newer: Measurements) {
    for result in newer.results {
      let place = results.firstIndex {
        $0.dataset == result.dataset && $0.contender == result.contender
      }
      if let place { results[place] = result } else { results.append(result) }
    }
  }
}

extension Measurements {
  init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(Measurements.self, from: Data(contentsOf: file))
  }

  /// As JSON, the same text for the same figures.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }
}
