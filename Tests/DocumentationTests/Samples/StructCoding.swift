import Foundation
import StructCoding

final class LandingPageSampleTests: PageTests {
  // SAMPLE program declarations

  func testProgram() throws {
    // SAMPLE program statements
    // OUTPUT program
  }
}
