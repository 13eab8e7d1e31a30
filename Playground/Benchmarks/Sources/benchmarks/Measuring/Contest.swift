import Foundation

/// Contenders over one data set, in interleaved rounds, so that a busy moment of the machine hits all of them.
struct Contest<Value: Equatable> {
  let dataset: Dataset<Value>
  let contenders: [Contender<Value>]
  var rounds = 15

  /// The median times of each contender, in the order of the contenders.
  ///
  /// - Throws: What a contender throws, and ``Failure`` when one gives other values than it was given.
  func run() throws -> [Result] {
    var encodeTimes = [[Double]](repeating: [], count: contenders.count)
    var decodeTimes = encodeTimes
    var sizes = [Int](repeating: 0, count: contenders.count)
    // Once outside the timer: to compare, and to warm up.
    for (position, contender) in contenders.enumerated() {
      let data = try contender.encode()
      sizes[position] = data.count
      guard try contender.value(data) == dataset.value else { throw Failure(contender: contender.name) }
    }
    for round in 0..<rounds {
      for (position, contender) in contenders.enumerated() where round < contender.rounds {
        var data = Data()
        encodeTimes[position].append(try milliseconds { data = try contender.encode() })
        decodeTimes[position].append(try milliseconds { try contender.decode(data) })
      }
    }
    return contenders.indices.map { position in
      Result(
        dataset: dataset.name, contender: contenders[position].name, encode: encodeTimes[position].median,
        decode: decodeTimes[position].median, bytes: sizes[position])
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let contender: String
    var description: String { "\(contender) gave back other values than it was given" }
  }
}

/// What one contender needed for one data set: a row of the table.
struct Result {
  let dataset: String
  let contender: String
  /// In milliseconds.
  let encode: Double
  let decode: Double
  let bytes: Int
}
