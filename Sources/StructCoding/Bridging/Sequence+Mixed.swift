public import ArchiveValues

// Values of several types in one collection.

extension Sequence where Element == any Archivable {
  /// The values as objects that any `NSCoder` can archive, each of its own value's `Coding` class.
  ///
  /// ```swift
  /// let items: [any Archivable] = [session, event]
  /// let data = try NSKeyedArchiver.archivedData(withRootObject: items.encoded, requiringSecureCoding: true)
  /// ```
  public var encoded: [any ArchiveWrapper] { map { $0.encoded } }
}

extension Sequence where Element == any ArchiveWrapper {
  /// The values of the objects.
  ///
  /// ```swift
  /// let classes = [NSArray.self, Session.Coding.self, Event.Coding.self]
  /// let objects = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
  /// let items = (objects as? [any ArchiveWrapper])?.decoded
  /// ```
  public var decoded: [any Archivable] { map { $0.decoded } }
}
