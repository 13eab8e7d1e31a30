import Foundation
import StructCoding
import StructCodingTesting
import Testing
import XCTest

// The code blocks of the page `TestingYourModels.md`, which run as the tests that they are.

private typealias Visit = VisitModels.Visit

enum VisitModels {
  // TESTING types
  @Archivable(className: "Visit")
  struct Visit: Equatable {
    var place: String
    var start: Date
    var guests: [Guest] = []
  }

  @Archivable(className: "Guest")
  struct Guest: Equatable {
    var name: String
    var mood: Mood = .calm
  }

  @Archivable(className: "Mood")
  enum Mood: Equatable {
    case calm
    case cross(because: String)
  }
  // END

  /// The visit, with another name of a field.
  @Archivable(className: "Visit")
  struct Moved {
    var location: String
    var start: Date
    var guests: [Guest] = []
  }

  struct Rounded: ArchiveRepresentable, Equatable {
    var value: Double
    init(_ value: Double) { self.value = value }
    var archiveForm: Double { value.rounded() }
    init(archiveForm: Double) { value = archiveForm }
  }

  @Archivable
  struct Trip: Equatable { var lengths: [Rounded] }
}

private var visit: Visit {
  Visit(
    place: "Kiel", start: Date(timeIntervalSinceReferenceDate: 800_000_000),
    guests: [.init(name: "Ada"), .init(name: "Ben", mood: .cross(because: "rain"))])
}

// TESTING XCTest
final class VisitTests: XCTestCase {
  func testRoundTrip() {
    assertRoundTrip(visit)
    assertRoundTrip([visit, Visit(place: "", start: .distantPast)])
  }
}
// END

// TESTING Testing
@Test func roundTrip() {
  assertRoundTrip(visit)
}
// END

final class TestingYourModelsTests: XCTestCase {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  func testMadeUpValues() throws {
    // TESTING arbitrary
    assertRoundTrip(arbitrary: Visit.self, count: 200)
    // END

    // TESTING generators
    assertRoundTrip(arbitrary: Visit.self, count: 200) { make in
      make.field("guests.name") { random in "guest \(random.below(10))" }
      make.type(Date.self) { random in Date(timeIntervalSinceReferenceDate: Double(random.below(1000))) }
    }
    // END

    // TESTING values
    var random = TestGenerator(seed: 7)
    let made = try ArbitraryGenerators().value(of: Visit.self, using: &random)
    // END
    assertRoundTrip(made)
  }

  func testGoldenArchives() {
    // TESTING golden
    assertStaysReadable(Visit.self, samples: [visit])
    // END
  }

  func testOutputs() throws {
    let rounded = TestReport.failures {
      assertRoundTrip(VisitModels.Trip(lengths: [.init(1), .init(2.5)]), damagedCopies: 10)
    }
    let (first, moved) = (stays([visit]), stays([VisitModels.Moved(location: "Kiel", start: .distantPast)]))
    let schema = try String(contentsOf: folder.appendingPathComponent("1.schema"), encoding: .utf8)
    checkOutputs(
      of: try Readme(Readme.guides + "TestingYourModels.md"),
      [rounded, first, [schema.trimmingCharacters(in: .newlines)], moved].map(lines))
  }

  private func stays<Value: ArchiveValue>(_ samples: [Value]) -> [String] {
    TestReport.failures {
      assertStaysReadable(
        Value.self, samples: samples, in: GoldenFolder(folder), .missing,
        at: TestPlace(#fileID, #filePath, #line, 1))
    }
  }

  /// The lines of a message, as they would be in the reader's package.
  private func lines(of messages: [String]) -> [String] {
    messages.joined(separator: "\n")
      .replacing(folder.path, with: "Tests/ModelsTests/__Archives__/VisitTests/Visit")
      .replacing(/STRUCTCODING_SEED=[0-9]+/, with: "STRUCTCODING_SEED=7").components(separatedBy: "\n")
  }
}
