import ColumnArchives
import Foundation
import LiveValues
import StructCoding

// Also the types of other pages' samples.
// SAMPLE first-program declarations

extension Session {
  static var samples: [Session] {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let event = Event(timeStamp: start + 2, eventTag: "open")
    return [
      Session(startTime: start, endTime: start + 90, events: [event]), Session(startTime: start + 600),
    ]
  }
}

// SAMPLE fields declarations

final class TourSampleTests: PageTests {
  func testFirstProgram() throws {
    // In a program of its own the class names are shorter, and two of them stand before the place of the error.
    let prefix = "DocumentationTests_"
    let shift = 2 * (prefix.count - "App_".count)
    func print(_ items: Any...) {
      let text = items.map { "\($0)" }.joined(separator: " ")
      self.print(
        text.replacingOccurrences(of: prefix, with: "App_")
          .replacing(/byte ([0-9]+)/) { "byte \(Int($0.1)! - shift)" })
    }
    // SAMPLE first-program statements
    // OUTPUT first-program
  }

  func testFields() throws {
    // SAMPLE fields statements
    // OUTPUT fields
  }
}
