#if canImport(ObjectiveC)
  public import Foundation

  extension ArchivePath {
    /// Describes the order of objects that have the stored fields as attributes, such as managed objects; `nil` when
    /// the path passes a property that archives do not store.
    ///
    /// The same name serves a predicate: `NSPredicate(format: "%K > %@", path.storedName!, date as NSDate)`.
    public func objectSortDescriptor(ascending: Bool = true) -> NSSortDescriptor? {
      storedName.map { NSSortDescriptor(key: $0, ascending: ascending) }
    }
  }
#endif
