import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// The memory of strings by their bits.
final class SameStringTests: XCTestCase {
  /// Numbers strings in the order in which they first occur, and counts how often that takes a look at one.
  private func number(_ strings: [String]) -> (numbers: [UInt32], looks: Int) {
    var (known, looks): ([String: UInt32], Int) = ([:], 0)
    let numbers = SameStrings.with { same in
      unsafe strings.withUnsafeBytes { bytes in
        strings.indices.map { index -> UInt32 in
          let address = unsafe bytes.baseAddress! + index * MemoryLayout<String>.stride
          let number = unsafe same.number(ofStringAt: address) {
            looks += 1
            let next = UInt32(known.count)
            return known[strings[index]]
              ?? {
                known[strings[index]] = next
                return next
              }()
          }
          return number ?? .max
        }
      }
    }
    return (numbers, looks)
  }

  private func expected(_ strings: [String]) -> [UInt32] {
    var known: [String: UInt32] = [:]
    return strings.map { string in
      let next = UInt32(known.count)
      return known[string]
        ?? {
          known[string] = next
          return next
        }()
    }
  }

  func testStringsAreLookedAtOnce() {
    // Short strings are made anew, long ones are the same object. Its address decides on its slot, which another string may
    // have: not the slots of all eight.
    let objects = (0..<8).map { "a string that has an object \($0)" }
    let looks = objects.map { object in
      let strings = (0..<3_000).map { $0 % 4 == 0 ? object : $0 % 4 == 1 ? "" : "short \($0 % 2)" }
      let (numbers, looks) = number(strings)
      XCTAssertEqual(numbers, expected(strings))
      return looks
    }
    XCTAssertEqual(looks.min(), 4)
  }

  /// More strings than there are slots, and equal ones with different objects.
  func testManyStrings() {
    var random = SeededGenerator()
    for count in [1, 300, 5_000] {
      let strings = (0..<10_000).map { _ in
        let number = random.below(count)
        return number % 3 == 0 ? "text of more than fifteen bytes \(number)" : "é\(number)"
      }
      let (numbers, looks) = number(strings)
      XCTAssertEqual(numbers, expected(strings), "\(count), seed \(random.seed)")
      XCTAssertGreaterThanOrEqual(looks, Set(strings).count)
    }
  }

  /// What was not found is not remembered.
  func testMissingNumbers() {
    let strings = ["a", "a"]
    var looks = 0
    SameStrings.with { same in
      unsafe strings.withUnsafeBytes { bytes in
        for offset in [0, MemoryLayout<String>.stride] {
          let number = unsafe same.number(ofStringAt: bytes.baseAddress! + offset) {
            looks += 1
            return nil
          }
          XCTAssertNil(number)
        }
      }
    }
    XCTAssertEqual(looks, 2)
  }
}
