import Foundation
import StructCoding

/// An archive as a plain property list, read by Foundation's own parser: what it looks like to others.
struct Layout {
  let list: [String: Any]
  let objects: [Any]

  struct NotAnArchive: Error {}

  init(_ data: Data) throws {
    let parsed = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    // Foundation has no public type for a `CF$UID`. In XML it is a dictionary, and stays one under another name.
    let text = try PropertyListSerialization.data(fromPropertyList: parsed, format: .xml, options: 0)
    let renamed = String(decoding: text, as: UTF8.self).replacingOccurrences(
      of: "<key>CF$UID<", with: "<key>UID<")
    let list = try PropertyListSerialization.propertyList(from: Data(renamed.utf8), options: [], format: nil)
    guard let list = list as? [String: Any], let objects = list["$objects"] as? [Any] else {
      throw NotAnArchive()
    }
    (self.list, self.objects) = (list, objects)
  }

  var top: [String: Any] { list["$top"] as? [String: Any] ?? [:] }
  /// The object under `$top.root`, when it is one with parts.
  var root: [String: Any]? { Self.uid(top["root"]).flatMap { objects[$0] as? [String: Any] } }

  /// The number in a reference; `nil` when the value is none.
  static func uid(_ value: Any?) -> Int? { (value as? [String: Any])?["UID"] as? Int }

  /// The object that a reference leads to.
  func object(at reference: Any?) -> Any? { Self.uid(reference).map { objects[$0] } }

  func className(of object: [String: Any]?) -> String? {
    (self.object(at: object?["$class"]) as? [String: Any])?["$classname"] as? String
  }

  func objects(ofClass name: String) -> [[String: Any]] {
    objects.compactMap { $0 as? [String: Any] }.filter { className(of: $0) == name }
  }
}
