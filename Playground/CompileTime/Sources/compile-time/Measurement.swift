/// The times of one kind of build, for each variant. SwiftPM's own time, which it takes to find that nothing has
/// changed, is taken off.
struct Measurement {
  let title: String
  private let times: [Variant: Cost]

  /// - Parameter rounds: How often each variant is built. They take turns, so that a busy moment of the machine hits all.
  init(
    _ title: String, of package: ModelPackage, _ configuration: Configuration, _ change: Change, rounds: Int
  ) throws {
    self.title = title
    var (builds, idle): ([Variant: [Cost]], [Cost]) = ([:], [])
    // What is built for the first time, the library among it, is not measured.
    for variant in Variant.allCases { _ = try package.build(variant, configuration, changing: .nothing) }
    for _ in 0..<rounds {
      for variant in Variant.allCases {
        builds[variant, default: []].append(try package.build(variant, configuration, changing: change))
      }
      idle.append(try package.build(.archivable, configuration, changing: .nothing))
    }
    let nothing = Cost(elapsed: idle.map(\.elapsed).median, processor: idle.map(\.processor).median)
    times = builds.mapValues { costs in
      Cost(
        elapsed: costs.map(\.elapsed).median - nothing.elapsed,
        processor: costs.map(\.processor).median - nothing.processor)
    }
  }

  subscript(variant: Variant) -> Cost { times[variant]! }

  /// How many times that of `Codable` a module takes, of the processor.
  func ratio(of variant: Variant) -> Double { self[variant].processor / self[.codable].processor }
}

extension [Double] {
  fileprivate var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
