#if canImport(ObjectiveC)
  internal import ArchiveValues
  public import Foundation

  extension ArchivePath {
    /// Returns a sort descriptor for objects that have the stored fields as attributes, such as managed objects.
    /// Returns `nil` if the path contains a property that archives do not store.
    ///
    /// Use the same name in a predicate: `NSPredicate(format: "%K > %@", path.storedName!, date as NSDate)`.
    public func objectSortDescriptor(ascending: Bool = true) -> NSSortDescriptor? {
      storedName.map { NSSortDescriptor(key: $0, ascending: ascending) }
    }
  }
#endif
