public import Foundation

/// How a FastCoding file stores an object.
public enum FastCodingForm: Sendable, Hashable {
  /// The form in which an `NSCoding` object writes itself: the class name, then values and their keys. This is the
  /// usual form.
  ///
  /// In this form, an object cannot contain itself, directly or through others.
  case coded
  /// The form that stores properties: the class is defined once, with the names of its properties, and each object is
  /// stored as their values. An object may contain itself.
  case properties
  /// A keyed archive of its own, with the bytes that it was read from. These bytes are written again if the object and
  /// everything it refers to are unchanged. Without bytes, or after an edit, the archive is encoded anew.
  case keyedArchive(Data?)
}
