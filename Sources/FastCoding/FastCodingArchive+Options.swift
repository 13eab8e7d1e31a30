public import ArchiveBytes
public import ArchiveNodes

/// A type that chooses the form in which FastCoding files store its values, like `preferFastCoding` and
/// `preferKeyedArchiver` of FastCoding's classes. All forms are read.
///
/// ```swift
/// extension Person: ChoosesFastCodingForm {
///   static var fastCodingForm: FastCodingForm { .properties }
/// }
/// ```
public protocol ChoosesFastCodingForm {
  /// The form: ``FastCodingForm/properties``, ``FastCodingForm/coded``, or `.keyedArchive(nil)` for a separate keyed
  /// archive. Subclasses inherit it.
  static var fastCodingForm: FastCodingForm { get }
}

extension FastCodingArchive {
  /// Options for reading files.
  public struct DecodingOptions: Sendable, Hashable {
    /// The classes of objects that a file may contain; none by default, which is safe loading.
    public var classes: AllowedClasses
    /// Limits on the memory and the depth of reading the file.
    public var limits: ArchiveLimits

    /// Creates options with these values.
    public init(classes: AllowedClasses = .propertyListsOnly, limits: ArchiveLimits = ArchiveLimits()) {
      self.classes = classes
      self.limits = limits
    }
  }

  /// Options for writing files.
  public struct EncodingOptions: Sendable, Hashable {
    /// The form of records that do not specify one with ``ArchiveNode/Fields/fastCodingForm``, and whose type is not
    /// ``ChoosesFastCodingForm``.
    ///
    /// `nil`, the default, writes objects that contain themselves by their properties, and codes all others.
    public var objects: FastCodingForm?
    /// The limits for writing; only the depth is used.
    public var limits: ArchiveLimits

    /// Creates options with these values.
    public init(objects: FastCodingForm? = nil, limits: ArchiveLimits = ArchiveLimits()) {
      self.objects = objects
      self.limits = limits
    }
  }
}
