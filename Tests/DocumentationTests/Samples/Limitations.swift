import Foundation
import StructCoding

final class LimitationsSampleTests: PageTests {
  // SAMPLE actors declarations

  func testActors() async throws {
    // SAMPLE actors statements
    // OUTPUT actors
  }
}
