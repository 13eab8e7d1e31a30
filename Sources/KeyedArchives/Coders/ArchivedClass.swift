internal import ArchiveValues
internal import Foundation

/// An archiver's facts about a class whose objects it writes, determined once.
final class ArchivedClass {
  /// Whether the class may be a Foundation class that the archiver writes itself.
  let isFoundations: Bool
  /// The class, if it conforms to `NSSecureCoding`.
  let secure: (any NSSecureCoding.Type)?
  /// Whether the class is a Foundation collection, whose type does not name its element classes.
  let isCollection: Bool
  /// The class names under which its objects are stored; `nil` before the first object.
  var names: ClassNames?

  init(_ type: AnyClass) {
    isFoundations =
      !(type is any ArchiveWrapper.Type)
      && Self.foundations.contains { KeyedUnarchiver.descends(type, from: $0) }
    secure = type as? any NSSecureCoding.Type
    isCollection = (type as? NSObject.Type)?.isCollection ?? false
  }

  private static var foundations: [AnyClass] {
    [NSNumber.self] + FoundationClass.allCases.flatMap(\.classes)
      + FoundationRecords.types.flatMap { $0.archiveClasses }
  }
}

extension KeyedArchiver {
  /// Returns the facts about a class.
  func archivedClass(_ type: AnyClass) -> ArchivedClass {
    if let known = classes[ObjectIdentifier(type)] { return known }
    let found = ArchivedClass(type)
    classes[ObjectIdentifier(type)] = found
    return found
  }
}
