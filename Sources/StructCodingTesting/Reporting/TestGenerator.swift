internal import Foundation

/// A random number generator that repeats its numbers for the same seed.
///
/// An assertion derives its seed from its file, so that every run of a suite tests the same values. `STRUCTCODING_SEED`
/// in the environment sets another seed, as a number. `STRUCTCODING_SEED=random` draws one for each assertion, to find
/// rare faults, and prints it.
public struct TestGenerator: RandomNumberGenerator, Sendable {
  /// The number from which all others follow.
  public let seed: UInt64
  private var state: UInt64

  /// Creates a generator with a seed.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  init(at place: TestPlace) {
    switch ProcessInfo.processInfo.environment["STRUCTCODING_SEED"] {
    case "random":
      self.init(seed: UInt64.random(in: 0...UInt64(UInt32.max)))
      // Not with `print`, whose buffer is lost if a value ends the process.
      let text = "\(place.fileID):\(place.line): STRUCTCODING_SEED=\(seed)\n"
      FileHandle.standardError.write(Data(text.utf8))
    case .some(let text):
      guard let seed = UInt64(text) else { preconditionFailure("STRUCTCODING_SEED is a number, or `random`") }
      self.init(seed: seed)
    case .none:
      // 32 bits of FNV-1a over the file alone, so that lines above the assertion do not change the values.
      let name = "\(place.fileID)"
      self.init(
        seed: UInt64(name.utf8.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }))
    }
  }

  /// Returns the next number, by SplitMix64.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// Returns true once in `count` times on average.
  package mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// Returns a number from 0 up to, but not including, `bound`.
  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
