internal import ArchiveBytes

/// Stored like an array with the type's number of elements.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: ArchiveValue, ArchiveRepresentable where Element: ArchiveValue {
  public var archiveForm: [Element] { indices.map { self[$0] } }

  public init(archiveForm: [Element]) throws {
    guard archiveForm.count == Self.count else {
      throw ArchiveError(
        .invalidValue, expected: "\(Self.count) elements", found: "\(archiveForm.count)")
    }
    self.init { archiveForm[$0] }
  }

  public static var archiveName: String { "InlineArray_\(count)_\(Element.archiveName)" }
}
