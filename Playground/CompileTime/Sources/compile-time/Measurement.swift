/// The processor's seconds of one kind of build, for each variant. What SwiftPM takes to find that nothing has changed
/// is taken off.
struct Measurement {
  let title: String
  private let seconds: [Variant: Double]

  /// - Parameter rounds: How often each variant is built. They take turns, so that a busy moment of the machine hits all.
  init(
    _ title: String, of package: ModelPackage, _ configuration: Configuration, _ change: Change, rounds: Int
  ) throws {
    self.title = title
    var (builds, idle): ([Variant: [Double]], [Double]) = ([:], [])
    // What is built for the first time, the library among it, is not measured.
    for variant in Variant.allCases { _ = try package.build(variant, configuration, changing: .nothing) }
    for _ in 0..<rounds {
      for variant in Variant.allCases {
        builds[variant, default: []].append(try package.build(variant, configuration, changing: change))
      }
      idle.append(try package.build(.archivable, configuration, changing: .nothing))
    }
    seconds = builds.mapValues { $0.median - idle.median }
  }

  subscript(variant: Variant) -> Double { seconds[variant]! }

  /// How many times that of `Codable` a module takes.
  func ratio(of variant: Variant) -> Double { self[variant] / self[.codable] }
}

extension [Double] {
  fileprivate var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
