import ArchiveDocuments
import Foundation
import StructCoding

extension FastCoderFile {
  // MARK: Numbers

  static let numbers: [FastCoderFile] = [
    file("root_null", .null) { $0.bytes(1) }, file("root_true", true) { $0.bytes(13) },
    file("root_false", false) { $0.bytes(14) }, file("root_one", 1) { $0.bytes(45) },
    file("root_zero", 0) { $0.bytes(46) }, file("root_int8", -7) { $0.bytes(15, 0xF9) },
    file("root_int16", 300) {
      $0.bytes(16)
      $0.half(300)
    },
    file("root_int32", -70_000) {
      $0.bytes(17)
      $0.word(0xFFFE_EE90)
    },
    file("root_int64", 1_099_511_627_776) {
      $0.bytes(18)
      $0.long(1 << 40)
    },
    file("root_float32", .float(1.5)) {
      $0.bytes(19)
      $0.word(0x3FC0_0000)
    },
    file("root_float64", .double(0.1)) {
      $0.bytes(20)
      $0.long(0x3FB9_9999_9999_999A)
    },
    file("root_double_one", .double(1)) {
      $0.bytes(20)
      $0.double(1)
    },
    // What FastCoder makes of unsigned numbers past Int64.
    file("uint64_over_int63", objects: 1, [-1, .integer(.min)]) {
      $0.start(10, 2)
      $0.bytes(15, 0xFF, 18)
      $0.long(1 << 63)
    },
    file(
      "floats", objects: 1,
      .array(floats.map { .float(Float(bitPattern: $0)) } + doubles.map { .double(Double(bitPattern: $0)) })
    ) { file in
      file.start(10, 11)
      for number in floats {
        file.bytes(19)
        file.word(number)
      }
      for number in doubles {
        file.bytes(20)
        file.long(number)
      }
    },
    file("decimal_root", node(Decimal(string: "123.45")!)) { file in
      file.bytes(44)
      file.align(20)
      // The exponent -2, one word, compact; the mantissa.
      for word: UInt32 in [0x21FE, 12_345, 0, 0, 0] { file.word(word) }
    },
  ]

  private static let floats: [UInt32] = [0, 0x8000_0000, 0x7F7F_FFFF, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000]
  private static let doubles: [UInt64] = [0, 1 << 63, 1, 0x7FF0 << 48, 0x7FF8 << 48]

  private static func node(_ value: some ArchiveValue) -> ArchiveNode { try! ArchiveNode(encoding: value) }

  // MARK: Strings, data, dates

  static let texts: [FastCoderFile] = [
    file("string_ascii", strings: 1, "Good evening") { $0.string("Good evening") },
    file("string_empty", strings: 1, "") { $0.string("") },
    file("string_unicode", strings: 1, "grün 日本 😀 e\u{301}") { $0.string("grün 日本 😀 e\u{301}") },
    // FastCoder cuts “a\0b”.
    file("string_embedded_nul", strings: 1, "a") { $0.string("a") },
    file("data_mutable", objects: 1, mutable("Data", .data(Data([9, 8, 7, 6, 5])))) { file in
      file.start(28, 5)
      file.bytes(9, 8, 7, 6, 5, 0, 0, 0)
    },
    file("date", objects: 1, date(542_911_754.5)) { file in
      file.bytes(48)
      file.double(542_911_754.5)
    },
    file("date_unaligned", objects: 4, strings: 1, [1, date(2), 1, "x", date(-1.5), date(1e9)]) { file in
      file.start(10, 6)
      file.bytes(45, 48)
      file.double(2)
      file.bytes(45)
      file.string("x")
      for number in [-1.5, 1e9] {
        file.bytes(48)
        file.double(number)
      }
    },
    // Written by versions before 3.3: seconds since 1970.
    file("hand_legacy_date", date(21_692_800)) { file in
      file.bytes(22)
      file.double(1_000_000_000)
    },
    file("hand_trailing_garbage", 1) { $0.bytes(45, 1, 2, 3) },
  ]

  private static func date(_ seconds: Double) -> ArchiveNode {
    .date(Date(timeIntervalSinceReferenceDate: seconds))
  }

  // MARK: Foundation's values

  /// A structure takes a place among the objects of the header's count.
  static let values: [FastCoderFile] = [
    file("value_point", objects: 1, node(CGPoint(x: 1.5, y: -2))) { structure(&$0, 34, 1.5, -2) },
    file("value_vector", objects: 1, node(CGPoint(x: 7, y: 8))) { structure(&$0, 34, 7, 8) },
    file("value_size", objects: 1, node(CGSize(width: 3, height: 4))) { structure(&$0, 35, 3, 4) },
    file("value_rect", objects: 1, node(CGRect(x: 1, y: 2, width: 3, height: 4))) {
      structure(&$0, 36, 1, 2, 3, 4)
    },
    file("value_range", objects: 1, node(NSRange(location: 5, length: 6))) { file in
      file.start(37, 5)
      file.word(6)
    },
    file(
      "value_affine_lucky", objects: 2,
      mutable(
        "Array",
        .array(
          Array(repeating: 1, count: 11) + [
            record("NSValue", ["CGAffineTransform": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]])
          ]))
    ) { file in
      file.start(25, 12)
      for _ in 0..<11 { file.bytes(45) }
      structure(&file, 39, 1, 2, 3, 4, 5, 6)
    },
    // FastCoder writes it at any offset, and reads it at multiples of 8.
    file("value_affine_unaligned_bug", objects: 1, nil) { file in
      file.bytes(39)
      var numbers = HandMade()
      for number in 1...6 {
        numbers.align(8)
        numbers.double(Double(number))
      }
      file.append(numbers.data.suffix(48))
    },
    // FastCoder counts the range as object 0 when it writes, and not when it reads.
    file("value_cache_desync_bug", objects: 3, nil) { file in
      file.start(10, 3)
      file.start(37, 5)
      file.word(6)
      file.start(10, 1)
      file.bytes(15, 9, 2, 1)
    },
    file("indexset_empty", objects: 1, indexes([])) { $0.start(42, 0) },
    file("indexset_one_range", objects: 1, indexes([1..<100])) { ranges(&$0, 42, [1, 99]) },
    file("indexset_mutable", objects: 1, indexes([0..<30, 50..<130, 1000..<1001], isMutable: true)) {
      ranges(&$0, 41, [0, 30, 50, 80, 1000, 1])
    },
    // FastCoder cuts the location 4,294,967,301.
    file("indexset_over_32bit", objects: 1, indexes([5..<7])) { ranges(&$0, 42, [5, 2]) },
    file("url_absolute", strings: 2, isPropertyList: false, node(URL(string: "http://example.com/a?b=c#d")!))
    {
      $0.bytes(33)
      $0.string("http://example.com/a?b=c#d")
      $0.bytes(0)
    },
    file(
      "url_relative", strings: 4, isPropertyList: false,
      node(URL(string: "foobar", relativeTo: URL(string: "http://example.com"))!)
    ) { file in
      file.bytes(33)
      file.string("foobar")
      file.bytes(33)
      file.string("http://example.com")
      file.bytes(0)
    },
  ]

  private static func structure(_ file: inout HandMade, _ type: UInt8, _ numbers: Double...) {
    file.bytes(type)
    for number in numbers { file.double(number) }
  }

  private static func ranges(_ file: inout HandMade, _ type: UInt8, _ numbers: [UInt32]) {
    file.start(type, UInt32(numbers.count / 2))
    for number in numbers { file.word(number) }
  }

  private static func indexes(_ ranges: [Range<Int>], isMutable: Bool = false) -> ArchiveNode {
    var indexes = IndexSet()
    for range in ranges { indexes.insert(integersIn: range) }
    guard isMutable, case .record(var fields) = node(indexes) else { return node(indexes) }
    fields.className = "NSMutableIndexSet"
    fields.superclassNames = ["NSIndexSet", "NSObject"]
    return .record(fields)
  }
}
