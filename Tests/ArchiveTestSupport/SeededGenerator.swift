import Foundation

/// A generator that repeats itself for the same seed. `STRUCTCODING_SEED` in the environment sets the seed; it is
/// printed, so that a failure can be repeated.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  public let seed: UInt64

  public init(_ test: String = #function) {
    let wanted = ProcessInfo.processInfo.environment["STRUCTCODING_SEED"].flatMap { UInt64($0) }
    self.init(seed: wanted ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    // Not by `print`, whose buffer is lost when the test brings the process down.
    FileHandle.standardError.write(Data("\(test): STRUCTCODING_SEED=\(seed)\n".utf8))
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
