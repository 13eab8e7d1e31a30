import Foundation

/// Measures contenders on one data set, in interleaved rounds, so that a busy moment of the machine affects all of
/// them.
struct Contest<Value: Equatable> {
  let dataset: Dataset<Value>
  let contenders: [Contender<Value>]
  let effort: Effort

  /// Returns the times of each contender: the medians and the least of all rounds.
  ///
  /// - Throws: Any error of a contender, and ``Failure`` if one does not return the values it was given.
  func run() throws -> [Peer: Result] {
    var turns = try contenders.map(prepare)
    for round in 0..<effort.rounds {
      for position in turns.indices where round < turns[position].rounds { try turns[position].run() }
    }
    return Dictionary(
      uniqueKeysWithValues: turns.map { turn in
        (
          turn.contender.peer,
          Result(
            dataset: dataset.name, contender: turn.contender.peer.rawValue, encode: turn.encodeTimes.median,
            decode: turn.decodeTimes.median, bytes: turn.bytes, leastEncode: turn.encodeTimes.min(),
            leastDecode: turn.decodeTimes.min())
        )
      })
  }

  /// Compares values, warms up, and determines the repetitions, outside the timer.
  private func prepare(_ contender: Contender<Value>) throws -> Turn<Value> {
    var data = Data()
    let first = try milliseconds { data = try contender.encode() }
    var same = false
    let compared = try milliseconds { same = try contender.value(data) == dataset.value }
    guard same else { throw Failure(contender: contender.peer.rawValue) }
    var turn = Turn(contender: contender, bytes: data.count)
    if first + compared > 100 {
      turn.rounds = Int(effort.budget / (first + compared)) - 1
    } else {
      let encode = try milliseconds { data = try contender.encode() }
      let decode = try milliseconds { try contender.decode(data) }
      turn.repeat(encode: encode, decode: decode)
    }
    return turn
  }

  struct Failure: Error, CustomStringConvertible {
    let contender: String
    var description: String { "\(contender) gave back other values than it was given" }
  }
}

/// A contender and its times so far.
private struct Turn<Value> {
  let contender: Contender<Value>
  let bytes: Int
  /// The number of rounds that it takes part in, counted from the first.
  var rounds = Int.max { didSet { rounds = max(rounds, 1) } }
  private var encodeRepeats = 1
  private var decodeRepeats = 1
  private(set) var encodeTimes: [Double] = []
  private(set) var decodeTimes: [Double] = []

  init(contender: Contender<Value>, bytes: Int) {
    self.contender = contender
    self.bytes = bytes
  }

  /// Repeats work that is too short for the clock, so that a round takes some milliseconds.
  mutating func `repeat`(encode: Double, decode: Double) {
    encodeRepeats = max(1, min(10_000, Int(5 / encode)))
    decodeRepeats = max(1, min(10_000, Int(5 / decode)))
  }

  mutating func run() throws {
    var data = Data()
    let encode = try milliseconds { for _ in 0..<encodeRepeats { data = try contender.encode() } }
    let decode = try milliseconds { for _ in 0..<decodeRepeats { try contender.decode(data) } }
    encodeTimes.append(encode / Double(encodeRepeats))
    decodeTimes.append(decode / Double(decodeRepeats))
  }
}
