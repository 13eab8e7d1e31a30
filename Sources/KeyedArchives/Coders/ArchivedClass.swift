internal import ArchiveValues
internal import Foundation

/// What an archiver knows about a class whose objects it writes, determined once.
final class ArchivedClass {
  /// The class, if its objects wrap values.
  let wrapper: (any ArchiveWrapper.Type)?
  /// Whether it may be a Foundation class that the archiver writes itself.
  let isFoundations: Bool
  /// The class, if it conforms to `NSSecureCoding`.
  let secure: (any NSSecureCoding.Type)?
  /// Whether it is a Foundation collection, whose element classes no type names.
  let isCollection: Bool
  /// The class names under which its objects are stored, nearest first; empty before the first object.
  var names: [String] = []

  init(_ type: AnyClass) {
    wrapper = type as? any ArchiveWrapper.Type
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

/// The classes whose objects an archiver has visited.
final class ArchivedClasses {
  private var known: [ObjectIdentifier: ArchivedClass] = [:]
  /// The most recently used class.
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
