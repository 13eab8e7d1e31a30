import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// Strings as codes of their frequent pieces.
final class SymbolRunTests: XCTestCase {
  private let whole = ColumnArchive.EncodingOptions(batchSize: .max, compression: .text)

  private func column(_ texts: [String]) throws -> [UInt8] {
    try ArchiveParts(ColumnArchive.encode(texts, options: whole)).batches[0].columns
  }

  private func archive(_ symbols: [[UInt8]], _ codes: [[UInt8]]) -> Data {
    ArchiveParts(elements: Format.string, count: codes.count, Format.symbols(symbols, codes)).data
  }

  /// A request, as a server logs it.
  private func request(_ number: Int) -> String {
    "GET /shop/orders/\(number &* 7919 % 100_003)/items?page=\(number % 7) HTTP/1.1 \(200 + number % 5)"
  }

  /// Texts come back in all ways to read them.
  private func check(
    _ texts: [String], _ message: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let data = try ColumnArchive.encode(texts, options: whole)
    XCTAssertEqual(
      try ArchiveParts(data).batches[0].columns.first, 3, message, file: file, line: line)
    XCTAssertEqual(
      try ColumnArchive.decode([String].self, from: data), texts, message, file: file, line: line)
    let plainSize = texts.reduce(0) { $0 + $1.utf8.count }
    XCTAssertLessThan(data.count, plainSize * 3 / 4 + texts.count * 3, message, file: file, line: line)

    let records = texts.enumerated().map { Both(first: $1, second: $0) }
    let archive = try ColumnArchive(
      ColumnArchive.encode(records, options: .init(batchSize: 3_000, compression: .text)))
    let type = Both<String, Int>.self
    XCTAssertEqual(
      try archive.elements(of: type, in: 0..<archive.count), records, message, file: file, line: line)
    XCTAssertEqual(try archive.values(of: String.self, at: "first"), texts, message, file: file, line: line)
    XCTAssertNoThrow(try archive.verify(), message, file: file, line: line)
    XCTAssertEqual(
      try archive.node(excerpt: nil), try ArchiveNode(encoding: records), message, file: file, line: line)
    for position in [0, texts.count / 3, texts.count - 1] {
      XCTAssertEqual(
        try archive.elements(of: type, in: position..<position + 1), [records[position]], message,
        file: file, line: line)
      let same = try archive.positions(where: type.path.first == texts[position])
      XCTAssertEqual(
        same, texts.indices.filter { texts[$0] == texts[position] }, message, file: file, line: line)
    }
    let odd = texts.indices.filter { $0 % 5 == 1 }
    XCTAssertEqual(
      try archive.elements(of: type, at: odd), odd.map { records[$0] }, message, file: file, line: line)
    let greater = try archive.elements(where: type.path.first > texts[0])
    XCTAssertEqual(greater, records.filter { $0.first > texts[0] }, message, file: file, line: line)
    var exported: [UInt8] = []
    try archive.withExportReader { reader in
      for number in 0..<reader.batchCount {
        try reader.readBatch(number) { root in
          let count = reader.elements(ofBatch: number).count
          guard case .plain(let run) = try root.fields(count)[0].texts(count) else {
            return XCTFail("a dictionary", file: file, line: line)
          }
          exported += run.bytes
        }
      }
    }
    XCTAssertEqual(exported, texts.flatMap { Array($0.utf8) }, message, file: file, line: line)
  }

  func testTexts() throws {
    for count in [400, 4_096, 4_097] {
      try check((0..<count).map(request), "\(count) requests")
    }
    // Short ones, ones of all lengths, and empty ones.
    try check((0..<4_000).map { "user with number \($0)" }, "short")
    try check(
      (0..<1_000).map { String(request($0).prefix($0 % 41)) + String(repeating: "=", count: $0 % 29) },
      "prefixes")
    try check((0..<900).map { $0 % 3 == 0 ? "" : request($0) }, "empty")
    // Symbols divide characters.
    try check((0..<1_000).map { "Größenänderung für Schlüssel \($0 % 97), Fläche \($0)" }, "umlauts")
    try check((0..<1_000).map { "Запрос номер \($0): страница не найдена, \($0 % 13)" }, "cyrillic")
    try check((0..<1_000).map { "😀😃\($0)😀😃 e\u{301}\u{0}" }, "emoji and zeros")
    // One that is not ASCII among many that are, and ones with bytes that have no symbol.
    try check((0..<2_000).map { $0 == 1_500 ? "ÿ" : request($0) }, "one other")
    try check((0..<2_000).map { request($0) + ($0 % 100 == 7 ? "~{\u{7F}}|" : "") }, "escapes")
  }

  func testTextsAtRandom() throws {
    var random = SeededGenerator()
    for _ in 0..<Thoroughness.rounds(6, full: 60) {
      let letters = Array("abcdefghijklmnopqrstuvwxyzäö é/-€".unicodeScalars.prefix(5 + random.below(28)))
      let words = (0..<(3 + random.below(60))).map { _ in
        var word = String.UnicodeScalarView()
        for _ in 0...random.below(9) { word.append(letters[random.below(letters.count)]) }
        return String(word)
      }
      let count = 700 + random.below(1_000)
      let texts = (0..<count).map { row in
        (0..<(3 + random.below(20))).map { _ in words[random.below(words.count)] }.joined() + "\(row)"
      }
      try check(texts, "seed \(random.seed)")
    }
  }

  /// Strings that are decoded in parts, with escapes at the end of a part.
  func testLongTexts() throws {
    var random = SeededGenerator()
    let long = (0..<40).map { number in
      (0..<(40 * number)).map { request($0 + number) }.joined(separator: number % 2 == 0 ? "\n" : "é")
    }
    try check(long, "long")
    for first in [0, 1] {
      var codes = [UInt8](repeating: 0, count: first)
      for _ in 0..<5_000 { codes += random.below(9) == 0 ? [0] : [255, UInt8(random.below(128))] }
      let text = try XCTUnwrap(decoded([Array("ab".utf8)], codes))
      XCTAssertEqual(
        try ColumnArchive.decode([String].self, from: archive([Array("ab".utf8)], [codes, [0]])),
        [String(decoding: text, as: UTF8.self), "ab"], "seed \(random.seed)")
      assertThrows(.malformed, saying: "an escape at the end") {
        try ColumnArchive.decode([String].self, from: archive([[97]], [codes + [255]]))
      }
    }
  }

  /// The same texts give the same bytes on every platform.
  func testBytes() throws {
    let column = try column((0..<500).map(request))
    XCTAssertEqual(column.count, 6_508)
    XCTAssertEqual(Format.checksum(column), 1_876_708_475)
    XCTAssertEqual(Array(column.prefix(2)), [3, 82])
    let other = try self.column((0..<5_000).map { "Größe \($0), Länge \($0 &* 7919 % 1000)" })
    XCTAssertEqual(Format.checksum(other), 1_954_790_632)
  }

  /// The longest symbol stands for a text, and none goes beyond its end.
  func testMatching() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: SymbolMatcher.byteCount, alignment: 16)
    defer { memory.deallocate() }
    let matcher = SymbolMatcher(memory)
    matcher.clear()
    for (code, text) in ["a", "ab", "abc", "abcdefgh", "bc", "d\u{0}", "é"].enumerated() {
      var word: UInt64 = 0
      for (position, byte) in text.utf8.enumerated() { word |= UInt64(byte) << UInt64(8 * position) }
      let symbol = TextSymbol(word, count: text.utf8.count)
      XCTAssertEqual(symbol.count, text.utf8.count)
      // Symbols with the same three bytes share a place, which the first one has.
      XCTAssertEqual(matcher.add(symbol, code: code), text != "abcdefgh", text)
    }
    func codes(_ text: String) -> [UInt8] {
      var bytes = Array(text.utf8)
      let count = bytes.count
      // What is after a short text does not matter.
      bytes += Array("abcabcab".utf8)
      var target = [UInt8](repeating: 0, count: 2 * count + 1)
      let written = bytes.withUnsafeBytes { bytes in
        target.withUnsafeMutableBytes { matcher.encode(bytes.baseAddress!, count, to: $0.baseAddress!) }
      }
      return Array(target.prefix(written))
    }
    XCTAssertEqual(codes(""), [])
    XCTAssertEqual(codes("a"), [0])
    XCTAssertEqual(codes("ab"), [1])
    XCTAssertEqual(codes("abc"), [2])
    XCTAssertEqual(codes("aab"), [0, 1])
    XCTAssertEqual(codes("bca"), [4, 0])
    XCTAssertEqual(codes("d"), [255, 100])
    XCTAssertEqual(codes("d\u{0}"), [5])
    XCTAssertEqual(codes("éa"), [6, 0])
    XCTAssertEqual(codes("è"), [255, 0xC3, 255, 0xA8])
    XCTAssertEqual(codes("abcabcabcab"), [2, 2, 2, 1])
    XCTAssertEqual(codes("abcxabcabca"), [2, 255, 120, 2, 2, 0])
  }

  func testOtherEncodingsStay() throws {
    var random = SeededGenerator()
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    func token() -> String {
      String(decoding: (0..<40).map { _ in digits[random.below(64)] }, as: UTF8.self)
    }
    XCTAssertEqual(try column((0..<400).map(request)).first, 3)
    XCTAssertEqual(try column((0..<200).map(request)).first, 2)
    XCTAssertEqual(try column((0..<31).map { "\($0)" + String(repeating: request($0), count: 20) }).first, 0)
    XCTAssertEqual(try column((0..<4_000).map { request($0 % 9) }).first, 1)
    XCTAssertEqual(try column((0..<4_000).map { _ in token() }).first, 2, "seed \(random.seed)")
    XCTAssertEqual(try column((0..<8_000).map { "user \($0)" }).first, 2)
    // The sample looks like requests, and the rest does not.
    let step = 4_096 / 64
    XCTAssertEqual(
      try column((0..<4_096).map { $0 % step == 0 ? request($0) : token() }).first, 2,
      "seed \(random.seed)")
  }

  func testRanges() throws {
    var random = SeededGenerator()
    let texts = (0..<3_000).map { request($0) + ($0 % 50 == 0 ? "é" : "") }
    let archive = try ColumnArchive(try ColumnArchive.encode(texts, options: whole))
    for _ in 0..<50 {
      let first = random.below(texts.count)
      let range = first..<(first + random.below(texts.count - first) + 1)
      XCTAssertEqual(
        try archive.elements(of: String.self, in: range), Array(texts[range]),
        "\(range), seed \(random.seed)")
    }
  }

  // MARK: What others write

  /// What codes stand for, by the letter of the description.
  private func decoded(_ symbols: [[UInt8]], _ codes: [UInt8]) -> [UInt8]? {
    var (text, rest) = ([UInt8](), codes[...])
    while let code = rest.popFirst() {
      if Int(code) < symbols.count {
        text += symbols[Int(code)]
      } else if code == 255, let byte = rest.popFirst() {
        text.append(byte)
      } else {
        return nil
      }
    }
    return text
  }

  func testReaders() throws {
    let symbols: [[UInt8]] = [Array("abc".utf8), [0xC3], [0xA9, 0x21], Array("12345678".utf8)]
    let codes: [[UInt8]] = [[0, 0, 0, 0, 3], [], [1, 2], [255, 0x7A], [1, 255, 0xA9, 0], [255, 0xC3, 2]]
    let texts = ["abcabcabcabc12345678", "", "é!", "z", "éabc", "é!"]
    let bytes: [UInt8] = [
      3, 4,
      // The sizes of symbols: a width of four bits.
      3, 0, 0x13, 0x82, 14, 0x61, 0x62, 0x63, 0xC3, 0xA9, 0x21, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37,
      0x38,
      // The sizes of codes.
      3, 0, 0x05, 0x22, 0x34, 16, 0, 0, 0, 0, 3, 1, 2, 255, 0x7A, 1, 255, 0xA9, 0, 255, 0xC3, 2,
    ]
    XCTAssertEqual(Format.symbols(symbols, codes), bytes)
    let data = ArchiveParts(elements: Format.string, count: 6, bytes).data
    XCTAssertEqual(try ColumnArchive.decode([String].self, from: data), texts)
    XCTAssertEqual(try ColumnArchive(data).elements(of: String.self, in: 3..<5), ["z", "éabc"])
    for count in 0..<data.count {
      XCTAssertThrowsError(try ColumnArchive.decode([String].self, from: data.prefix(count)), "\(count)") {
        XCTAssert($0 is ArchiveError, "\($0)")
      }
    }
    for count in 0..<bytes.count {
      assertThrows(.truncated) {
        try ColumnArchive.decode(
          [String].self,
          from: ArchiveParts(elements: Format.string, count: 6, Array(bytes.prefix(count))).data)
      }
    }
    // Data is not packed, and no symbols are needed if all are bytes of their own; but there is always one.
    assertThrows(.malformed, saying: "an encoding of strings or data") {
      try ColumnArchive.decode(
        [Data].self, from: ArchiveParts(elements: Format.data, count: 6, bytes).data)
    }
    XCTAssertEqual(
      try ColumnArchive.decode([String].self, from: archive([[0xFF]], [[255, 0x61]])), ["a"])
    let all = (0..<255).map { [UInt8($0 % 128)] }
    XCTAssertEqual(
      try ColumnArchive.decode([String].self, from: archive(all, [[254, 0, 255, 97]])), ["~\u{0}a"])
  }

  /// Any table and any codes give what the description says, or an error with a place.
  func testAnyCodes() throws {
    var random = SeededGenerator()
    var (valid, refused) = (0, 0)
    for _ in 0..<Thoroughness.rounds(600, full: 20_000) {
      let highest = random.below(4) == 0 ? 256 : 128
      let symbols = (0..<(1 + random.below(random.below(5) == 0 ? 255 : 6))).map { _ in
        (0..<(1 + random.below(8))).map { _ in UInt8(random.below(highest)) }
      }
      let codes = (0..<(1 + random.below(5))).map { _ in
        (0..<random.below(12)).map { _ in
          let isEscape = random.below(8) == 0
          return isEscape ? 255 : UInt8(random.below(random.below(90) == 0 ? 256 : symbols.count))
        }
      }
      let expected = codes.map { decoded(symbols, $0) }
      let texts = expected.compactMap { $0.flatMap { String(validUTF8: $0) } }
      let data = archive(symbols, codes)
      let message = "seed \(random.seed): \(symbols) \(codes)"
      let archive = try ColumnArchive(data)
      if texts.count == codes.count {
        valid += 1
        XCTAssertEqual(try archive.elements(of: String.self, in: 0..<archive.count), texts, message)
        XCTAssertNoThrow(try archive.verify(), message)
      } else {
        refused += 1
        let row = expected.firstIndex { $0.flatMap { String(validUTF8: $0) } == nil }!
        let error = assertThrows(.malformed) { try archive.elements(of: String.self, in: 0..<archive.count) }
        XCTAssertEqual(error?.path, [.index(row)], message)
        XCTAssertNotNil(error?.offset, message)
        assertThrows(.malformed) { try archive.verify() }
        assertThrows(.malformed) { try archive.node(excerpt: nil) }
      }
    }
    XCTAssertGreaterThan(valid, 50)
    XCTAssertGreaterThan(refused, 50)
  }

  func testHostileTables() throws {
    func check(_ column: [UInt8], _ code: ArchiveError.Code, _ saying: String, line: UInt = #line) {
      let data = ArchiveParts(elements: Format.string, count: 2, column).data
      assertThrows(code, saying: saying, line: line) { try ColumnArchive.decode([String].self, from: data) }
    }
    let codes: [[UInt8]] = [[0], [0]]
    check(Format.symbols([[97], []], codes), .malformed, "symbols of 1 to 8 bytes")
    check(
      Format.symbols([[97], Array(repeating: 97, count: 9)], codes), .malformed, "symbols of 1 to 8 bytes")
    check(Format.symbols([[97]], [[0], [1]]), .malformed, "the code 1")
    check(Format.symbols([[97]], [[0], [254, 0, 0, 0, 0]]), .malformed, "the code 254")
    check(Format.symbols([[97]], [[0], [255]]), .malformed, "an escape at the end")
    check(Format.symbols([[0xC3], [0xA9]], [[0, 1], [1, 0]]), .malformed, "invalid UTF-8")
    check(Format.symbols([[97]], [[0], [255, 0xC3]]), .malformed, "invalid UTF-8")
    for count in [0, 256, 1 << 54] {
      check([3] + Format.varint(count) + [0, 1, 1, 97, 0, 1, 2, 0, 0], .malformed, "1 to 255 symbols")
    }
    // Sizes that do not add up.
    check([3, 1] + [0, 2, 1, 97] + [0, 1, 2, 0, 0], .malformed, "lengths that add up to 1")
    check([3, 1] + [0, 1, 1, 97] + [0, 2, 2, 0, 0], .malformed, "lengths that add up to 2")
    check([3, 1] + [0, 1, 1, 97] + [0, 1, 3, 0, 0, 0], .malformed, "lengths that add up to 3")
    check([3, 1] + [0, 1] + Format.varint(1 << 54) + [97], .truncated, "bytes")
  }

  /// Codes are charged for all of their text, each time it is made.
  func testLimits() throws {
    let symbol = Array("12345678".utf8)
    func archive(_ codes: [[UInt8]], _ limit: Int) throws -> ColumnArchive {
      let data = self.archive([symbol], codes)
      return try ColumnArchive(data, options: .init(limits: ArchiveLimits(maximumDecodedSize: limit)))
    }
    for codes in [[[UInt8](repeating: 0, count: 1 << 17)], Array(repeating: [0, 0, 0, 0], count: 1 << 15)] {
      let narrow = try archive(codes, 1 << 20)
      assertThrows(.limitExceeded) { try narrow.elements(of: String.self, in: 0..<narrow.count) }
      assertThrows(.limitExceeded) { try narrow.verify() }
      assertThrows(.limitExceeded) { try narrow.node(excerpt: nil) }
      let wide = try archive(codes, 8 << 20)
      XCTAssertEqual(
        try wide.elements(of: String.self, in: 0..<wide.count),
        codes.map { String(repeating: "12345678", count: $0.count) })
    }
  }
}
