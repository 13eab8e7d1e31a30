import Foundation

/// A random number generator that repeats its numbers for the same seed.
///
/// By default the seed is a hash of the test's name, so every run of the suite tests the same values.
/// `STRUCTCODING_SEED` in the environment sets another seed; `STRUCTCODING_SEED=random` draws one, to look for rare
/// faults. The generator prints its seed, so that a failure can be repeated.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  public let seed: UInt64

  public init(_ test: String = #function, file: String = #fileID) {
    switch ProcessInfo.processInfo.environment["STRUCTCODING_SEED"] {
    case "random": self.init(seed: UInt64.random(in: 0...UInt64(UInt32.max)))
    case .some(let text):
      guard let seed = UInt64(text) else { preconditionFailure("STRUCTCODING_SEED is a number, or `random`") }
      self.init(seed: seed)
    case .none: self.init(seed: Self.seed(of: "\(file) \(test)"))
    }
    // Not by `print`, whose buffer is lost when the test brings the process down.
    FileHandle.standardError.write(Data("\(test): STRUCTCODING_SEED=\(seed)\n".utf8))
  }

  /// The 32 bits of FNV-1a.
  private static func seed(of name: String) -> UInt64 {
    UInt64(name.utf8.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
  }

  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// SplitMix64.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// Whether something that happens once in `count` times happens now.
  public mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// A number below `bound`.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
