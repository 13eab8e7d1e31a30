/// The processor time in seconds of one kind of build, for each variant. The time that SwiftPM takes to find that
/// nothing has changed is subtracted.
struct Measurement {
  let title: String
  private let seconds: [Variant: Double]

  /// - Parameter rounds: The number of builds of each variant. The variants alternate, so that a busy moment of the
  ///   machine affects all of them.
  init(
    _ title: String, of package: ModelPackage, _ configuration: Configuration, _ change: Change, rounds: Int
  ) throws {
    self.title = title
    var (builds, idle): ([Variant: [Double]], [Double]) = ([:], [])
    // The first build, which includes the library, is not measured.
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

  /// Returns the time of a variant as a multiple of `Codable`'s.
  func ratio(of variant: Variant) -> Double { self[variant] / self[.codable] }
}

extension [Double] {
  fileprivate var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
