public import Foundation

/// How a FastCoding file stores an object.
public enum FastCodingForm: Sendable, Hashable {
  /// As an `NSCoding` object writes itself: the class name, then values and their keys. The usual form.
  ///
  /// An object cannot contain itself, directly or through others, in this form.
  case coded
  /// By its properties: the class is defined once, by the names of its properties, and then each object is their values.
  /// An object may contain itself.
  case properties
  /// As a keyed archive of its own, with the bytes that it was read from. They are written again as long as the object
  /// and what it refers to are what they hold; without bytes, and after an edit, the archive is made anew.
  case keyedArchive(Data?)
}
