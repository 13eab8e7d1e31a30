public import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
public import Foundation

extension ArchiveNode {
  /// Reads JSON, with the notation of ``jsonData(isPretty:limits:)`` for what JSON has no words for.
  ///
  /// Keys keep their order. A number without a point and an exponent is an integer of up to 64 bits; every other is the
  /// nearest `Double`. Other keys that begin with `$` than those of the notation are read as they are.
  ///
  /// - Parameters:
  ///   - json: The document, in UTF-8.
  ///   - notation: Whether keys such as `$date` have their meaning; otherwise they are keys like others.
  /// - Throws: ``ArchiveError`` with the line, the column and the byte, when the document is not JSON, has a key twice in
  ///   one object, an integer that neither 64 bits nor a `Double` hold exactly, or nests deeper than the limits
  ///   allow; with the path, when it is no correct notation.
  /// - Complexity: Linear in the size of the document.
  public init(json: Data, notation: Bool = true, limits: ArchiveLimits = ArchiveLimits()) throws {
    self = try Self.read(json: json, notation: notation, limits).node
  }

  static func read(
    json: Data, notation: Bool, _ limits: ArchiveLimits
  ) throws -> (node: ArchiveNode, head: ArchiverHead) {
    let document = try JSONParser.parse(json, limits)
    return notation ? try NotationReader.read(document, isStrict: false, limits) : (document, ArchiverHead())
  }

  /// Writes the node as JSON, from which ``init(json:notation:limits:)`` makes the same node.
  ///
  /// What JSON has no words for is written as a dictionary with a word that begins with `$`:
  ///
  /// | in JSON | the node |
  /// |---|---|
  /// | `{"$date": "2026-05-01T10:30:00Z"}` | a date; `{"$date": 0.1}` in seconds after the start of 2001 where text is not exact |
  /// | `{"$data": "AQID"}` | data, in Base64 |
  /// | `{"$set": [1, 2]}` | a set |
  /// | `{"$entries": [[1, "one"]]}` | a dictionary whose keys are not distinct texts |
  /// | `{"$class": "Event", "tag": "open"}` | a record; `$case`, `$version` and `$superclasses` where they say something |
  /// | `{"$class": "NSMutableArray", "$value": […]}` | a value of an unusual class |
  /// | `{"$float": 1.5}`, `{"$double": "nan"}` | a `Float`; a number that is not finite |
  /// | `{"$object": 5}` | a number that is an object where numbers are none, such as in a field |
  /// | `{"$alias": "events.0.place"}` | the object at this path from the root once more |
  /// | `{"$graph": …, "$objects": […]}` | the root of a graph whose objects lead far; aliases say `$objects.0` |
  ///
  /// A key of a dictionary or a field that begins with `$` itself is written with one more. An object of a graph stands
  /// where it is first met; numbers and short texts, of which a keyed archive has one for all that are equal, are written
  /// out at each place. Objects that nothing leads to are left out.
  ///
  /// - Parameters:
  ///   - isPretty: Whether each part has a line of its own, down to 32 levels; what is nested deeper stands on one line.
  ///     The same node gives the same bytes.
  ///   - limits: Only the depth counts. Objects of a graph may lead to each other in chains of any length.
  /// - Throws: ``ArchiveError`` when the node nests deeper than the limits allow, or has a reference that leads nowhere.
  /// - Complexity: Linear in the size of the node.
  public func jsonData(isPretty: Bool = true, limits: ArchiveLimits = ArchiveLimits()) throws -> Data {
    try jsonData(isPretty: isPretty, head: ArchiverHead(), limits)
  }

  func jsonData(isPretty: Bool, head: ArchiverHead, _ limits: ArchiveLimits) throws -> Data {
    try JSONWriter.data(NotationWriter.document(self, head: head, .json, limits), isPretty: isPretty, limits)
  }
}
