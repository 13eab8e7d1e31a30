import ArchiveTestSupport
import Foundation
import FuzzTargets
import XCTest

/// The targets of the fuzzer: sound inputs, inputs that once had a finding, and a few damaged ones.
final class FuzzTargetTests: XCTestCase {
  func testTargetsHaveNames() {
    let names = FuzzTarget.all.map(\.name)
    XCTAssertEqual(Set(names).count, names.count)
    for name in names { XCTAssertEqual(FuzzTarget.named(name)?.name, name) }
    XCTAssertNil(FuzzTarget.named("none"))
  }

  func testSeeds() throws {
    for target in FuzzTarget.all {
      let seeds = try target.seeds()
      XCTAssertFalse(seeds.isEmpty, target.name)
      // They are the same in each process.
      XCTAssertEqual(try target.seeds(), seeds, target.name)
      for (number, seed) in seeds.enumerated() {
        XCTAssertNoThrow(try target.tryOut(seed), "seed \(number) of \(target.name)")
      }
      for input in [Data(), Data([0]), Data([255, 0]), Data(repeating: 0xFF, count: 300)] {
        XCTAssertNoThrow(try target.tryOut(input), target.name)
      }
    }
  }

  /// Each file of `Playground/Fuzz/Regressions/TARGET` once had a finding, which is mended.
  func testRegressions() throws {
    let folder = TestFiles.repository.appendingPathComponent("Playground/Fuzz/Regressions")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where name != "README.md" {
      let target = try XCTUnwrap(FuzzTarget.named(name), "no target \(name)")
      let inputs = folder.appendingPathComponent(name)
      for file in try FileManager.default.contentsOfDirectory(atPath: inputs.path).sorted() {
        let input = try Data(contentsOf: inputs.appendingPathComponent(file))
        XCTAssertNoThrow(try target.tryOut(input), "\(name)/\(file)")
      }
    }
  }

  /// Without coverage, and without a fuzzer. `STRUCTCODING_ROUNDS` asks for more.
  func testMutations() throws {
    var random = SeededGenerator()
    let rounds = Thoroughness.rounds(14, full: 200)
    for target in FuzzTarget.all {
      let seeds = try target.seeds()
      let mutator = ByteMutator(donors: seeds)
      for round in 0..<rounds {
        let input = mutator.mutated(seeds[round % seeds.count], &random)
        XCTAssertNoThrow(
          try target.tryOut(input),
          "\(target.name), round \(round), seed \(random.seed), input \(input.base64EncodedString())")
      }
    }
  }

  /// libFuzzer reads each line as a word in quotation marks.
  func testDictionaries() {
    for target in FuzzTarget.all {
      let lines = target.dictionary.split(separator: "\n")
      XCTAssertGreaterThan(lines.count, 10, target.name)
      for line in lines {
        XCTAssertNotNil(line.wholeMatch(of: #/"(\\x[0-9A-F]{2})+"/#), "\(line)")
      }
    }
  }
}
