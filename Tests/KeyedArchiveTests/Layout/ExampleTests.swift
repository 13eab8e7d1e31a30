import ArchiveTestSupport
import StructCoding
import XCTest

/// The description of the layout, held to what is written.
final class ExampleTests: XCTestCase {
  private let event = AppEvent(timeStamp: Date(timeIntervalSinceReferenceDate: 800_000_002), eventTag: "open")

  func testTheExampleIsWhatIsWritten() throws {
    let example = try PageExample.bytes("KeyedArchiveLayout.md")
    XCTAssertEqual(
      try KeyedArchive.encode(event).map { String(format: "%02X", $0) },
      example.map { String(format: "%02X", $0) })
    XCTAssertEqual(try KeyedArchive.decode(AppEvent.self, from: example), event)
  }

  /// The table of objects on the page, by what Foundation reads of the archive.
  func testTheObjectsOfTheExample() throws {
    let session = AppSession(
      startTime: Date(timeIntervalSinceReferenceDate: 800_000_000), endTime: nil, events: [event])
    let archive = try Layout(KeyedArchive.encode([session]))
    let rows = try PageExample.text("KeyedArchiveLayout.md").split(separator: "\n")
      .compactMap { line -> [Substring]? in
        let cells = line.split(separator: "|").map { $0.trimmingPrefix(" ") }
        return cells.count == 2 && Int(cells[0].dropLast()) != nil ? cells : nil
      }
    XCTAssertEqual(rows.count, archive.objects.count)
    for (number, row) in rows.enumerated() {
      XCTAssertEqual(row[0].dropLast(), "\(number)")
      let cell = row[1].split(separator: "`")[0]
      XCTAssertEqual(Self.parts(String(cell)), Self.parts(Self.text(archive.objects[number])))
    }
  }

  /// The entries of an object as the page writes it, in any order.
  private static func parts(_ text: String) -> [String] {
    var (parts, part, depth) = ([String](), "", 0)
    for character in text {
      if character == "[" { depth += 1 } else if character == "]" { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append(part)
        part = ""
      } else if !"{} ".contains(character) {
        part.append(character)
      }
    }
    return (parts + [part]).sorted()
  }

  private static func text(_ object: Any) -> String {
    if let number = Layout.uid(object) { return "→\(number)" }
    if let list = object as? [Any] { return "[" + list.map(text).joined(separator: ", ") + "]" }
    guard let entries = object as? [String: Any] else { return "\(object)" }
    return "{" + entries.map { "\($0): \(text($1))" }.joined(separator: ", ") + "}"
  }
}
