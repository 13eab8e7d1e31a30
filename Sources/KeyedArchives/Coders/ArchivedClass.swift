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

extension KeyedArchiver {
  /// Returns what is known about a class.
  func archivedClass(_ type: AnyClass) -> ArchivedClass {
    if let known = classes[ObjectIdentifier(type)] { return known }
    let found = ArchivedClass(type)
    classes[ObjectIdentifier(type)] = found
    return found
  }
}
