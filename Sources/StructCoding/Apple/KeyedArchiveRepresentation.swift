// Only Apple platforms have CoreTransferable. This code is type-checked for iOS, and was never run.

#if canImport(CoreTransferable)
  public import ArchiveValues
  public import CoreTransferable
  internal import KeyedArchives
  public import UniformTypeIdentifiers

  /// Transfers a value as a keyed archive: for drag and drop, pasteboards and sharing.
  ///
  /// ```swift
  /// extension DraftNote: Transferable {
  ///   static var transferRepresentation: some TransferRepresentation {
  ///     KeyedArchiveRepresentation(contentType: .draftNote)
  ///   }
  /// }
  /// ```
  ///
  /// The data may come from any program. The receiver gets an ``ArchiveError`` if the data cannot be read.
  public struct KeyedArchiveRepresentation<Item: Transferable & ArchiveValue & SendableMetatype>:
    TransferRepresentation
  {
    private let contentType: UTType

    /// Creates the representation of a type's values under a content type, which the app must declare.
    public init(for itemType: Item.Type = Item.self, contentType: UTType) { self.contentType = contentType }

    /// Data, encoded and decoded by ``KeyedArchive``.
    public var body: some TransferRepresentation {
      DataRepresentation(contentType: contentType) { item in
        try KeyedArchive.encode(item)
      } importing: { data in
        try KeyedArchive.decode(Item.self, from: data)
      }
    }
  }
#endif
