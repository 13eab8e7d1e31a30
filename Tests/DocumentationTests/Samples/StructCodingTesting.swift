import Foundation
import StructCoding
import StructCodingTesting
import Testing
import XCTest

private typealias Visit = VisitModels.Visit

enum VisitModels {
  // SAMPLE types

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

// SAMPLE XCTest

@Test func roundTrip() {
  assertRoundTrip(visit)
}

final class StructCodingTestingSampleTests: PageTests {
  func testMadeUpValues() throws {
    // SAMPLE arbitrary
    // SAMPLE generators
  }

  func testGoldenArchives() {
    // SAMPLE golden
  }

  /// Keeps the archives beside this file: the sample would have them beside the page, where it stands.
  private func assertStaysReadable<Value: ArchiveValue>(_ type: Value.Type, samples: [Value]) {
    StructCodingTesting.assertStaysReadable(type, samples: samples)
  }

  func testOutputs() throws {
    printFailures { assertRoundTrip(VisitModels.Trip(lengths: [.init(1), .init(2.5)]), damagedCopies: 10) }
    // OUTPUT rounded
    printFailures { stays([visit]) }
    // OUTPUT first
    let schema = try String(contentsOf: folder.appendingPathComponent("1.schema"), encoding: .utf8)
    print(schema.trimmingCharacters(in: .newlines))
    // OUTPUT schema
    printFailures { stays([VisitModels.Moved(location: "Kiel", start: .distantPast)]) }
    // OUTPUT moved
  }

  private func stays<Value: ArchiveValue>(_ samples: [Value]) {
    StructCodingTesting.assertStaysReadable(
      Value.self, samples: samples, in: GoldenFolder(folder), .missing,
      at: TestPlace(#fileID, #filePath, #line, 1))
  }

  /// Prints the lines of messages, as they would be in the reader's package.
  private func printFailures(_ body: () -> Void) {
    print(
      TestReport.failures(of: body).joined(separator: "\n")
        .replacing(folder.path, with: "Tests/ModelsTests/__Archives__/VisitTests/Visit")
        .replacing(/STRUCTCODING_SEED=[0-9]+/, with: "STRUCTCODING_SEED=7"))
  }
}
