package import ArchiveBytes
internal import ArchiveNodes

/// A kind of information that a format cannot represent, and that was simplified or left out.
public struct ArchiveLoss: Sendable, Hashable, CustomStringConvertible {
  /// The kind of loss, in a stable wording, such as `dates are text`.
  public let kind: String
  /// The number of places where it is lost.
  public package(set) var count: Int
  /// The path from the root to the first such place, such as `events[0].time`.
  public let firstPath: String

  package init(kind: String, count: Int = 1, firstPath: [ArchiveError.PathComponent] = []) {
    self.kind = kind
    self.count = count
    self.firstPath = ArchiveError(.custom, path: firstPath).pathDescription
  }

  public var description: String { "\(kind): \(count), first at \(firstPath)" }
}

extension [ArchiveLoss] {
  /// Counts a loss.
  ///
  /// - Parameter path: The place of the loss; evaluated only for the first loss of its kind.
  package mutating func count(_ kind: String, at path: @autoclosure () -> [ArchiveError.PathComponent]) {
    if let known = firstIndex(where: { $0.kind == kind }) {
      self[known].count += 1
    } else {
      append(ArchiveLoss(kind: kind, firstPath: path()))
    }
  }
}

extension ArchiveContent {
  /// The losses of formats that do not store the archiver: its name, and the number of its version.
  package var headLosses: [ArchiveLoss] {
    let usual = ArchiveContent(.null)
    return archiver == usual.archiver && archiveVersion == usual.archiveVersion
      ? [] : [ArchiveLoss(kind: "the name and the version of the archiver are left out")]
  }
}
