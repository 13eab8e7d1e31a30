import ColumnArchives
import Foundation
import SessionModels
import StructCoding

/// One way from sessions to bytes and back.
struct Road: Sendable {
  let name: String
  let write: @Sendable ([Session]) throws -> Data
  let read: @Sendable (Data) throws -> [Session]
}

// MARK: Keyed archives

extension Road {
  /// Values are encoded directly to bytes, without creating objects.
  static let values = Road(name: "KeyedArchive.encode") {
    try KeyedArchive.encode($0)
  } read: {
    try KeyedArchive.decode([Session].self, from: $0)
  }

  /// The same archive as text. `decode` detects which of the two it is given.
  static let text = Road(name: "KeyedArchive.encode, as XML") {
    try KeyedArchive.encode($0, options: .init(outputFormat: .xml))
  } read: {
    try KeyedArchive.decode([Session].self, from: $0)
  }

  /// `encoded` wraps each value in an object that any `NSCoder` takes, and `decoded` unwraps the value.
  static let objects = Road(name: "KeyedArchive.archivedData, of sessions.encoded") {
    try KeyedArchive.archivedData(withRootObject: $0.encoded, requiringSecureCoding: true)
  } read: {
    try KeyedArchive.unarchivedArrayOfObjects(ofClass: Session.Coding.self, from: $0)?.decoded ?? []
  }

  /// Foundation's own class methods take the objects, too.
  static let foundation = Road(name: "NSKeyedArchiver and NSKeyedUnarchiver") {
    try NSKeyedArchiver.archivedData(withRootObject: $0.encoded, requiringSecureCoding: true)
  } read: {
    let objects = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, Session.Coding.self], from: $0)
    return (objects as? [Session.Coding])?.decoded ?? []
  }

  /// Several values under separate keys, including an object of a hand-written class.
  static let keyed = Road(name: "KeyedArchiver, next to a class of your own") { sessions in
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode(sessions.encoded, forKey: "sessions")
    archiver.encode(Device(name: "Field tablet", year: 2024), forKey: "device")
    return try archiver.finishEncoding()
  } read: { data in
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    let classes: [AnyClass] = [NSArray.self, Session.Coding.self]
    let objects = unarchiver.decodeObject(of: classes, forKey: "sessions") as? [Any] ?? []
    let device = unarchiver.decodeObject(of: Device.self, forKey: "device")
    try unarchiver.finishDecoding()
    precondition(device?.name == "Field tablet" && device?.year == 2024)
    return try objects.decoded(as: Session.self)
  }

  static let keyedArchives = [values, text, objects, foundation, keyed]
}

// MARK: Column archives

extension Road {
  /// The other format needs only another type name.
  static let columns = Road(name: "ColumnArchive.encode") {
    try ColumnArchive.encode($0)
  } read: {
    try ColumnArchive.decode([Session].self, from: $0)
  }

  static let bothFormats = [values, columns]
}

// MARK: Foundation's coders, for comparison

extension Road {
  static let json = Road(name: "JSONEncoder") {
    try JSONEncoder().encode($0)
  } read: {
    try JSONDecoder().decode([Session].self, from: $0)
  }

  static let propertyList = Road(name: "PropertyListEncoder, binary") {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode($0)
  } read: {
    try PropertyListDecoder().decode([Session].self, from: $0)
  }

  static let comparisons = [json, propertyList]
}

extension Road {
  /// Returns the road as a row of the table: its name, the number of bytes written, and that they read back unchanged.
  func row(for sessions: [Session]) throws -> [String] {
    let data = try write(sessions)
    guard try read(data) == sessions else { throw Difference(writer: name) }
    return [name, "\(data.count)", "equal"]
  }
}

/// The error thrown if the values read differ from those written.
struct Difference: Error, CustomStringConvertible {
  let writer: String
  var description: String { "\(writer) gave back other sessions than it was given" }
}
