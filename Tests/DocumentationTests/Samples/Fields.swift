import ArchiveDocuments
import ColumnArchives
import Foundation
import LiveValues
import StructCoding

/// A type of somebody else, which knows nothing of archives.
struct Color: Equatable {
  var red: Double
  var green: Double
  var blue: Double
}

// SAMPLE transformer

// SAMPLE methods declarations

// SAMPLE misspelt

// SAMPLE instance declarations

// SAMPLE failures declarations

// SAMPLE versions declarations

// SAMPLE conversions declarations

// SAMPLE constants declarations

// SAMPLE names declarations

// SAMPLE fallback declarations

// SAMPLE dropping declarations

// SAMPLE transient declarations

final class FieldsSampleTests: PageTests {
  func testMethods() throws {
    // SAMPLE methods statements
    // OUTPUT methods
  }

  func testRegistered() throws {
    // SAMPLE registered
    do {
      _ = try KeyedArchive.encode(Misspelt(checksum: Data()))
    } catch {
      // Other tests register names as well.
      print(
        "\(error)".replacing(/(Registered are: )(.*?)\. Others/) { match in
          let names = match.2.split(separator: ", ").filter { $0.hasSuffix("Transformer") || $0 == "Color" }
          return "\(match.1)\(names.joined(separator: ", ")). Others"
        })
    }
    // OUTPUT misspelt
  }

  func testFailures() throws {
    // SAMPLE failures statements
    // OUTPUT failures
  }

  func testConversions() throws {
    // SAMPLE conversions statements
    // OUTPUT conversions
  }

  func testConstants() throws {
    // SAMPLE constants statements
    // OUTPUT constants
  }

  func testNames() throws {
    // SAMPLE names statements
    // OUTPUT names
  }

  func testFallback() throws {
    // SAMPLE fallback statements
    // OUTPUT fallback
  }

  func testDropping() throws {
    // SAMPLE dropping statements
    // OUTPUT dropping
  }

  func testVersions() throws {
    // SAMPLE versions statements
    // OUTPUT versions
  }

  func testTransient() throws {
    // SAMPLE transient statements
    // OUTPUT transient
  }

  func testPaths() throws {
    let map = MapView(
      zoom: Zoom(rawValue: 12), tint: Color(red: 1, green: 0.5, blue: 0), checksum: Data(),
      center: Point(latitude: 52.5, longitude: 13.4), label: "Berlin")
    // SAMPLE paths
    // OUTPUT paths
  }

  func testFilters() throws {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let events = (0..<5).map { Event(timeStamp: start - Double($0 * 60), eventTag: "tag \($0)") }
    // SAMPLE filters
    // OUTPUT filters
  }
}
