internal import ArchiveValues
internal import Foundation

/// What an archiver knows of a class whose objects it writes, looked at once.
final class ArchivedClass {
  /// The class, when its objects are values in their wrapper.
  let wrapper: (any ArchiveDecodable.Type)?
  /// Whether it may be one of Foundation's classes that the archiver writes itself.
  let isFoundations: Bool
  /// The class, when it says whether its objects may be read by a secure coder.
  let secure: (any NSSecureCoding.Type)?
  /// Whether it is one of Foundation's collections, whose elements no type names.
  let isCollection: Bool
  /// The names under which its objects are stored, nearest first; empty before the first is.
  var names: [String] = []

  init(_ type: AnyClass) {
    wrapper = type as? any ArchiveDecodable.Type
    isFoundations = wrapper == nil && Self.foundations.contains { KeyedUnarchiver.descends(type, from: $0) }
    secure = type as? any NSSecureCoding.Type
    isCollection = (type as? NSObject.Type)?.isCollection ?? false
  }

  private static var foundations: [AnyClass] {
    [
      NSNull.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSArray.self, NSSet.self,
      NSDictionary.self,
    ] + FoundationRecords.types.flatMap { $0.archiveClasses }
  }
}

/// The classes whose objects an archiver met.
final class ArchivedClasses {
  private var known: [ObjectIdentifier: ArchivedClass] = [:]
  /// The one asked for last.
  private var recent: (identity: ObjectIdentifier, type: ArchivedClass)?

  func find(_ type: AnyClass) -> ArchivedClass {
    let identity = ObjectIdentifier(type)
    if let recent, recent.identity == identity { return recent.type }
    let found = known[identity] ?? ArchivedClass(type)
    known[identity] = found
    recent = (identity, found)
    return found
  }
}
