internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives
internal import StructCoding

// The roads through the nested `Coding` class.

extension Road where Value: Archivable {
  /// The roads through the value's wrapper.
  static func ofWrapper(_ roads: RoundTripCoders) -> [Road] {
    var all: [Road] = []
    let encode: (Value) throws -> Data = {
      try KeyedArchive.archivedData(withRootObject: $0.encoded, requiringSecureCoding: true)
    }
    if roads.contains(.coding) {
      let decode: (Data) throws -> Value = {
        try found(KeyedArchive.unarchivedObject(ofClass: Value.Coding.self, from: $0)).decoded
      }
      all.append(
        Road(name: "Coding, KeyedArchiver", encode: encode, decode: decode, decodeDamaged: decode))
    }
    if roads.contains(.foundation) {
      Value.Coding.registerArchiveNames()
      all.append(
        Road(
          name: "Coding, NSKeyedArchiver",
          encode: {
            // On Linux, this is the package's overload: Foundation's own method traps on nested classes.
            try NSKeyedArchiver.archivedData(withRootObject: $0.encoded, requiringSecureCoding: true)
          },
          decode: {
            // On Linux too, this is Foundation's own method.
            let classes: [AnyClass] = [Value.Coding.self]
            let object = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: $0)
            return try found(object as? Value.Coding).decoded
          }))
    }
    return all
  }
}

private func found<Object>(_ object: Object?) throws -> Object {
  guard let object else {
    throw ArchiveError(.missingField, expected: "a root object", found: "none")
  }
  return object
}
