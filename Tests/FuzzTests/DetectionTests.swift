import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

@testable import FuzzTargets

/// Proves that the checks of the targets find faults: targets with one planted fault each end in a finding, and those
/// without any in none.
final class DetectionTests: XCTestCase {
  /// The first execution with a finding, and what it says.
  private func search(_ target: FuzzTarget, seed: UInt64, executions: Int) throws -> (
    number: Int, text: String
  )? {
    var random = SeededGenerator(seed: seed)
    let seeds = try target.seeds()
    // Sound inputs have no finding.
    for input in seeds { try target.run(input) }
    let mutator = ByteMutator(donors: seeds)
    for number in 0..<executions {
      do {
        try target.run(mutator.mutated(seeds[number % seeds.count], &random))
      } catch {
        return (number, "\(error)")
      }
    }
    return nil
  }

  private func assertFinds(
    _ target: FuzzTarget, _ words: String, within executions: Int = 5000, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    for seed: UInt64 in 1...(Thoroughness.isFull ? 2 : 1) {
      guard let finding = try search(target, seed: seed, executions: executions) else {
        XCTFail("\(target.name) has no finding, seed \(seed)", file: file, line: line)
        continue
      }
      XCTAssertTrue(finding.text.contains(words), "\(target.name): \(finding.text)", file: file, line: line)
      print("\(target.name), seed \(seed): execution \(finding.number), \(finding.text.prefix(100))")
    }
  }

  /// The target that reads values of a type, as the real ones do.
  private func target<Value: Planted>(_ type: Value.Type, _ road: Model.Road) -> FuzzTarget {
    let models = [Model([Value(numbers: Array(200..<230)), Value(numbers: [1, 2, 3]), Value(numbers: [])])]
    return FuzzTarget(
      name: "\(type) on \(road)", about: "", tokens: [], seeds: { try Model.seeds(models, road) },
      run: { try Model.read($0, of: models, on: road) })
  }

  private static let roads: [Model.Road] = [
    .columns, .columnNodes, .keyed, .keyedNodes, .fastCoding, .bootstrap,
  ]

  func testSoundTypesHaveNoFindings() throws {
    for road in Self.roads {
      let target = target(Numbers<NoFault>.self, road)
      if let finding = try search(target, seed: 1, executions: 300) { XCTFail("\(target.name): \(finding)") }
    }
  }

  /// A number that is another one after each trip.
  func testChangedValues() throws {
    for road in Self.roads {
      try assertFinds(target(Numbers<ChangesSomeNumbers>.self, road), "came back as")
    }
  }

  /// An element that one writer loses, and that stays lost: only what another writer has of it tells.
  func testLostElements() throws {
    for road in [Model.Road.columns, .keyed, .bootstrap] {
      try assertFinds(target(NumberRecord<KeyedArchivesLoseSome>.self, road), "came back as")
    }
  }

  /// Little that becomes much without being charged.
  func testExpansion() throws {
    for road in [Model.Road.columns, .keyed] {
      try assertFinds(target(Numbers<Grows>.self, road), "bytes as")
    }
  }

  /// What a reader throws that is not an error of the archive.
  func testOtherErrors() throws {
    let target = FuzzTarget(
      name: "other errors", about: "", tokens: [], seeds: { [Data([1, 2, 3, 4])] },
      run: { input in
        try attempt {
          if input.first == 0xFF { throw CocoaError(.coderReadCorrupt) }
          if input.first == 0 { throw ArchiveError(.malformed) }
        }
      })
    try assertFinds(target, "Cocoa")
  }

  /// An input that takes long.
  func testTime() throws {
    let target = FuzzTarget(
      name: "time", about: "", tokens: [], seeds: { [Data([1])] },
      run: { input in
        let end = processorTime() + (input.first == 0 ? 0.1 : 0)
        while processorTime() < end {}
      })
    XCTAssertNoThrow(try target.tryOut(Data([1]), seconds: 0.05))
    XCTAssertThrowsError(try target.tryOut(Data([0]), seconds: 0.05)) {
      XCTAssertTrue("\($0)".contains("took"))
    }
  }
}

// MARK: Planted faults

/// A type whose values are lists of numbers.
private protocol Planted: ArchiveValue, Sendable {
  init(numbers: [Int])
}

/// What is written in place of the numbers, by the encoder of a name.
private protocol Fault: Sendable {
  static func written(_ numbers: [Int], by encoder: String) -> [Int]
}

private struct Numbers<Planted: Fault>: FuzzTests.Planted {
  var numbers: [Int]

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    try Planted.written(numbers, by: "\(type(of: encoder))").encodeValue(to: &encoder)
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    Self(numbers: try [Int].decodeValue(from: &decoder))
  }
}

/// A record of numbers, which columns copy from memory and every other writer asks for.
private struct NumberRecord<Planted: Fault>: FuzzTests.Planted, ArchiveStruct {
  var numbers: [Int]

  init(numbers: [Int]) { self.numbers = numbers }

  static var archiveFields: ArchiveFields<Self> {
    .shared("Fuzz_Numbers") { $0.field("numbers", \.numbers) }
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(Planted.written(numbers, by: "\(type(of: encoder))"), at: 0)
  }

  init(fields decoder: inout some FieldDecoder) throws { numbers = try decoder.decode(at: 0) }
}

/// Numbers for which a fault shows. No sound input has one.
private let faulty = 10...199

private enum NoFault: Fault {
  static func written(_ numbers: [Int], by encoder: String) -> [Int] { numbers }
}

private enum ChangesSomeNumbers: Fault {
  static func written(_ numbers: [Int], by encoder: String) -> [Int] {
    numbers.map { faulty.contains($0) ? $0 - 1 : $0 }
  }
}

private enum KeyedArchivesLoseSome: Fault {
  static func written(_ numbers: [Int], by encoder: String) -> [Int] {
    encoder == "ObjectTableWriter" ? numbers.filter { !faulty.contains($0) } : numbers
  }
}

private enum Grows: Fault {
  static func written(_ numbers: [Int], by encoder: String) -> [Int] {
    numbers.contains(where: faulty.contains) ? Array(1 << 50..<1 << 50 + 150_000) : numbers
  }
}
