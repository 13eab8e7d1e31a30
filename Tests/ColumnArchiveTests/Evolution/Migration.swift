import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// A value of one version of a type is read as one of another: alone, in an array of many batches and rows, and inside
/// of optionals and dictionaries.
@_semantics("optimize.sil.specialize.generic.never")
func assertReads<Old: ArchiveValue, New: ArchiveValue & Equatable>(
  _ value: Old, as expected: New, file: StaticString = #filePath, line: UInt = #line
) throws {
  @_semantics("optimize.sil.specialize.generic.never")
  func check<First: ArchiveValue, Second: ArchiveValue & Equatable>(_ value: First, _ expected: Second) throws
  {
    let data = try ColumnArchive.encode(value, options: .init(batchSize: 600))
    XCTAssertEqual(try ColumnArchive.decode(Second.self, from: data), expected, file: file, line: line)
  }
  // An archive of an array is one of its elements.
  if try ArchiveParts(ColumnArchive.encode(value)).isSequence
    == ArchiveParts(ColumnArchive.encode(expected)).isSequence
  {
    try check(value, expected)
  }
  try check(value as Old?, expected as New?)
  try check([value], [expected])
  try check([nil, value, value], [nil, expected, expected])
  try check(["a": value], ["a": expected])
  try check([[], [value, value], [value]], [[], [expected, expected], [expected]])
  try check([Old](repeating: value, count: 1300), [New](repeating: expected, count: 1300))
}

/// Values of one version of a type cannot be read as those of another, and the error says which, and why.
@_semantics("optimize.sil.specialize.generic.never")
func assertRefuses<Old: ArchiveValue, New: ArchiveValue>(
  _ values: [Old], as type: New.Type, _ code: ArchiveError.Code, at path: String, saying words: String...,
  file: StaticString = #filePath, line: UInt = #line
) throws {
  for size in [1, 2, 600] {
    let data = try ColumnArchive.encode(values, options: .init(batchSize: size))
    let error = assertThrows(code, at: path, file: file, line: line) {
      try ColumnArchive.decode([New].self, from: data)
    }
    for word in words {
      XCTAssert(
        error?.description.contains(word) == true, "“\(word)” is not in: \(error!)", file: file, line: line)
    }
  }
  let list = try ColumnArchive.encode([[], values])
  assertThrows(code, at: "[1]" + path, file: file, line: line) {
    try ColumnArchive.decode([[New]].self, from: list)
  }
}

/// Columns of one kind cannot be read as those of another. That is no matter of one row, so the path has none.
@_semantics("optimize.sil.specialize.generic.never")
func assertRefusesKind<Old: ArchiveValue & Equatable, New: ArchiveValue & Equatable>(
  _ value: Old, as type: New.Type, at path: String = "", saying words: String...,
  file: StaticString = #filePath,
  line: UInt = #line
) throws {
  @_semantics("optimize.sil.specialize.generic.never")
  func check<First: ArchiveValue, Second: ArchiveValue>(
    _ value: First, as type: Second.Type, at place: String
  ) throws {
    let data = try ColumnArchive.encode(value)
    let full = [place, path].filter { !$0.isEmpty }.joined(separator: ".")
    let error = assertThrows(.typeMismatch, at: full.isEmpty ? "the root" : full, file: file, line: line) {
      try ColumnArchive.decode(Second.self, from: data)
    }
    for word in words {
      XCTAssert(
        error?.description.contains(word) == true, "“\(word)” is not in: \(error!)", file: file, line: line)
    }
  }
  if !(New.self is any ArchiveRecord.Type) || !(Old.self is any ArchiveRecord.Type) {
    try check([value, value], as: [New].self, at: "")
  }
  try check([[], [value]], as: [[New]].self, at: "")
  try check([nil, Both(first: 1, second: [value])], as: [Both<Int, [New]>?].self, at: "second")
  try check(["a": value], as: [String: New].self, at: "value")
}
