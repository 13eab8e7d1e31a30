public import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
internal import ColumnArchives
public import Foundation
internal import JSONText

extension ArchiveNode {
  /// Reads JSON. Nodes that JSON cannot represent use the notation of ``jsonData(isPretty:limits:)``.
  ///
  /// Keys keep their order. A number without a decimal point and an exponent is an integer of up to 64 bits; every
  /// other number is the nearest `Double`. Keys that begin with `$` but are not part of the notation are read as they
  /// are.
  ///
  /// - Parameters:
  ///   - json: The document, in UTF-8.
  ///   - notation: Whether keys such as `$date` have their special meaning. If not, they are ordinary keys.
  /// - Throws: ``ArchiveError`` with the line, the column and the byte, if the document is not JSON, has a duplicate
  ///   key in an object, has an integer that neither 64 bits nor a `Double` hold exactly, or nests deeper than the
  ///   limits allow; with the path, if the notation is invalid.
  /// - Complexity: Linear in the size of the document.
  public init(json: Data, notation: Bool = true, limits: ArchiveLimits = ArchiveLimits()) throws {
    self = try ArchiveContent(json: json, notation: notation, limits).node
  }

  /// Writes the node as JSON. ``init(json:notation:limits:)`` reads the same node back.
  ///
  /// Values that JSON cannot represent are written as a dictionary with a keyword that begins with `$`:
  ///
  /// | in JSON | the node |
  /// |---|---|
  /// | `{"$date": "2026-05-01T10:30:00Z"}` | a date; `{"$date": 0.1}` in seconds since 2001-01-01 00:00 UTC if a string would be inexact |
  /// | `{"$data": "AQID"}` | data, in Base64 |
  /// | `{"$set": [1, 2]}` | a set |
  /// | `{"$entries": [[1, "one"]]}` | a dictionary whose keys are not distinct strings |
  /// | `{"$class": "Event", "tag": "open"}` | a record; `$case`, `$version` and `$superclasses` are added if they differ from the usual |
  /// | `{"$class": "NSMutableArray", "$value": […]}` | a value of an unusual class |
  /// | `{"$float": 1.5}`, `{"$double": "nan"}` | a `Float`; a number that is not finite |
  /// | `{"$object": 5}` | a number that is an object where numbers usually are not, such as in a field |
  /// | `{"$class": "$utf16", "$superclasses": [], "$value": "a\\ud800"}` | a string of a keyed archive with half of a surrogate pair, which no `String` holds; a backslash is doubled |
  /// | `{"$alias": "events.0.place"}` | another reference to the object at this path from the root |
  /// | `{"$graph": …, "$objects": […]}` | the root of a graph, with a table of deeply nested objects; aliases such as `$objects.0` refer to the table |
  ///
  /// A dictionary key or field name that itself begins with `$` gets a second `$`. An object of a graph is written at
  /// its first place. Numbers and short strings are written at each place, because a keyed archive stores equal ones
  /// once. Unreferenced objects are left out.
  ///
  /// - Parameters:
  ///   - isPretty: Whether each part has its own line, down to 32 levels; deeper parts share a line. The same node
  ///     always gives the same bytes.
  ///   - limits: Only the depth applies. References between objects of a graph may form chains of any length.
  /// - Throws: ``ArchiveError`` if the node nests deeper than the limits allow or has an invalid reference.
  /// - Complexity: Linear in the size of the node.
  public func jsonData(isPretty: Bool = true, limits: ArchiveLimits = ArchiveLimits()) throws -> Data {
    try ArchiveContent(self).jsonData(isPretty: isPretty, limits)
  }
}

extension ArchiveContent {
  init(json: Data, notation: Bool, _ limits: ArchiveLimits) throws {
    self =
      notation
      ? try NotationReader.read(JSONParser.parse(json, limits), isStrict: false, limits)
      : ArchiveContent(try JSONParser.parse(json, limits))
  }

  func jsonData(isPretty: Bool, _ limits: ArchiveLimits) throws -> Data {
    var output = JSONWriter(isPretty: isPretty, limits)
    var isArray = false
    let document = try NotationWriter.document(self, .json, limits) { element in
      if !isArray { try output.beginArray() }
      isArray = true
      try output.write(element)
    }
    if isArray, case .array = document {
      output.end()
      return output.finish()
    }
    var whole = JSONWriter(isPretty: isPretty, limits)
    try whole.write(isArray ? NotationWriter.document(self, .json, limits) : document)
    return whole.finish()
  }
}

extension ArchiveElements {
  /// Writes an array of the elements as JSON, piece by piece.
  ///
  /// - Parameter document: Returns the document of an element.
  func writeArray(
    isPretty: Bool, _ limits: ArchiveLimits, to take: (Data) throws -> Void,
    _ document: (ArchiveNode) throws -> ArchiveNode
  ) throws {
    try withoutActuallyEscaping(take) { take in
      var output = JSONWriter(isPretty: isPretty, limits, to: take)
      try output.beginArray()
      try forEachPiece { for element in $0 { try output.write(document(element)) } }
      output.end()
      try take(output.finish())
    }
  }
}
