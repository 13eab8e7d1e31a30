import ArchiveBytes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

final class JSONTextTransformerTests: XCTestCase {
  struct Settings: Codable, Equatable {
    var zoom: Double
    var name: String?
    var colors: [String: [Int]] = [:]
    var date = Date(timeIntervalSinceReferenceDate: 0.1)
    var data = Data()
  }

  private let transformer = JSONTextTransformer<Settings>()

  func testText() throws {
    let settings = Settings(
      zoom: 1.5, name: "a/b \"c\" é\n", colors: ["red": [1], "blue": [2, 3]], data: Data([1]))
    let text = try transformer.encode(settings)
    XCTAssertEqual(
      text,
      #"{"colors":{"blue":[2,3],"red":[1]},"data":"AQ==","date":0.1,"name":"a/b \"c\" é\n","zoom":1.5}"#)
    XCTAssertEqual(try transformer.decode(text), settings)
    XCTAssertEqual(try JSONTextTransformer<Int>().encode(3), "3")
    XCTAssertEqual(try JSONTextTransformer<Int>().decode(" 3\n"), 3)
    XCTAssertEqual(try JSONTextTransformer<String?>().decode("null"), nil)
  }

  func testRandomValues() throws {
    var generator = SeededGenerator()
    for _ in 0..<300 {
      let colors = (0..<8).map { ("key \(Int.random(in: 0..<100, using: &generator)) \($0)", [$0]) }
      var settings = Settings(zoom: Double.random(in: -1e9...1e9, using: &generator))
      settings.colors = Dictionary(uniqueKeysWithValues: colors)
      settings.date = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &generator))
      let text = try transformer.encode(settings)
      XCTAssertEqual(try transformer.decode(text), settings)
      settings.colors = Dictionary(uniqueKeysWithValues: colors.shuffled(using: &generator))
      XCTAssertEqual(try transformer.encode(settings), text, "the order of keys is the alphabet's")
    }
  }

  func testRefusals() {
    assertThrows(.invalidValue, saying: ".zoom of the JSON") {
      try transformer.encode(Settings(zoom: .infinity))
    }
    assertThrows(.malformed, saying: "JSON text of type Settings") { try transformer.decode("{") }
    assertThrows(.malformed) { try transformer.decode("") }
    assertThrows(.missingField, saying: "at the top") { try transformer.decode("{}") }
    assertThrows(.typeMismatch, saying: ".colors.a[1] of the JSON") {
      try transformer.decode(#"{"zoom":1,"colors":{"a":[1,"x"]},"date":0,"data":""}"#)
    }
    XCTAssertNotNil(
      assertThrows(.malformed, saying: ".data of the JSON") {
        try transformer.decode(#"{"zoom":1,"colors":{},"date":0,"data":"*"}"#)
      }?.underlyingError)
    let deep = String(repeating: "[", count: 1_000_000)
    assertThrows(.limitExceeded) { try transformer.decode(deep) }
  }
}
