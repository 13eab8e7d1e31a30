import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding

extension FuzzTarget {
  /// Archives of objects, through `NSSecureCoding`.
  static let keyedObjects = FuzzTarget(
    name: "keyed-objects", about: "keyed archives as objects of allowed classes", tokens: Tokens.keyed,
    seeds: {
      try Model.seeds(Model.values, .keyed).map { $0.dropFirst() }.map { Data([0]) + $0 }
        + Coded.all.enumerated().map { number, coded in Data([UInt8(number)]) + (try coded.seed()) }
    },
    run: { input in
      guard let first = input.first else { return }
      try Coded.all[Int(first) % Coded.all.count].read(input.dropFirst())
    })

  /// A class whose objects are read.
  private struct Coded: Sendable {
    let seed: @Sendable () throws -> Data
    let read: @Sendable (Data) throws -> Void

    static let all: [Coded] = [
      Coded(
        seed: {
          try KeyedArchive.archivedData(
            withRootObject: NSArray(array: ["a", 1]), requiringSecureCoding: true)
        },
        read: readsCollections),
      Coded(Model.sampleOf(SmallSession.self)), Coded(Model.sampleOf(SmallValues.self)),
      Coded(Model.sampleOf(SmallExpression.self)), Coded(Model.sampleOf(SmallLenient.self)),
      Coded(Model.sampleOf(FuzzStored.self)),
    ]

    init(seed: @escaping @Sendable () throws -> Data, read: @escaping @Sendable (Data) throws -> Void) {
      (self.seed, self.read) = (seed, read)
    }

    init<Value: Archivable & Sendable>(_ sample: Value) {
      seed = { try KeyedArchive.archivedData(withRootObject: sample.encoded, requiringSecureCoding: true) }
      read = { data in
        let value: Value
        do {
          guard let found = try KeyedArchive.unarchivedObject(ofClass: Value.Coding.self, from: data) else {
            return
          }
          value = found.decoded
        } catch is ArchiveError {
          return
        }
        try survives(value)
        let once = try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
        guard let back = try KeyedArchive.unarchivedObject(ofClass: Value.Coding.self, from: once),
          try ColumnArchive.encode(back.decoded) == ColumnArchive.encode(value)
        else { throw Finding("\(brief(value)) came back as another object") }
      }
    }

    /// Objects of Foundation, and of a type inside them.
    private static let readsCollections: @Sendable (Data) throws -> Void = { data in
      let classes: [AnyClass] = [
        NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSData.self, NSDate.self,
        NSURL.self, NSUUID.self, NSNull.self, SmallEvent.Coding.self, SmallSession.Coding.self,
      ]
      let object: Any
      do {
        guard let found = try KeyedArchive.unarchivedObject(ofClasses: classes, from: data) else { return }
        object = found
      } catch is ArchiveError {
        return
      }
      let once = try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: true)
      guard let back = try KeyedArchive.unarchivedObject(ofClasses: classes, from: once) else {
        throw Finding("\(brief(object)) came back as nil")
      }
      _ = back
    }
  }
}
