import Foundation
import StructCoding

@testable import ArchiveTestSupport

// The models of these tests, made up at random.

extension Box: Arbitrary where Content: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Box { Box(content: .arbitrary(&random)) }
}
extension Ticket: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Self {
    Self(
      .arbitrary(&random), price: .arbitrary(&random), next: random.oneIn(3) ? arbitrary(&random) : nil,
      tags: .arbitrary(&random))
  }
}
extension Folder: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Folder {
    Folder(
      cover: .arbitrary(&random), spare: .arbitrary(&random), all: .arbitrary(&random),
      byName: .arbitrary(&random), event: Event.arbitrary(&random).encoded)
  }
}
