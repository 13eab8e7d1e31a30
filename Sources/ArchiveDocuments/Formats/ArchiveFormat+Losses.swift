internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import KeyedArchives

extension ArchiveDocument {
  /// Lists the losses in a file that ``data(as:options:)`` writes from this document.
  ///
  /// ```swift
  /// for loss in document.losses(as: .columnArchive) { print(loss) }
  /// // the name and the version of the archiver are left out: 1, first at root
  /// ```
  ///
  /// The list contains the values that the target format cannot hold, and the facts about their storage in a keyed
  /// archive that a new keyed archive made from the file would lose. JSON and property lists lose nothing. But if a
  /// property list was made from another property list, the result lists the places of keywords, which other programs
  /// do not know.
  ///
  /// - Returns: Each kind of loss once; empty if nothing is lost.
  /// - Complexity: Linear in the size of the document.
  public func losses(
    as format: ArchiveFormat, options: ArchiveFormat.WritingOptions = .init()
  ) -> [ArchiveLoss] {
    guard format == .propertyList, self.format == .propertyList else {
      return format.losses(of: content, options)
    }
    return keywordLosses(options.propertyListFormat == .xml ? .xmlList : .binaryList)
  }

  /// Returns the values that are written with keywords in a property list that is made from another.
  private func keywordLosses(_ kinds: DocumentKinds) -> [ArchiveLoss] {
    let graph = node.mergedGraph
    return LossSearch.losses(in: graph) { search, visit in
      let isHeld =
        switch visit.place.content {
        case .null: kinds.hasNull
        case .float: kinds.hasFloat
        case .double(let value): kinds.hasDouble(value)
        case .date(let value): kinds.hasDate(value)
        case .string where visit.place.classes == [.brokenText]: kinds.hasBrokenText
        case .string(let value): kinds.hasText(value)
        case .set, .record: false
        case .dictionary(let entries):
          kinds.hasOtherKeys && graph.objects.isEmpty || entries.allSatisfy { $0.key.stringValue != nil }
        default: true
        }
      // A further place of an object is an alias.
      if !isHeld || !visit.isFirst {
        search.lose("keywords, which other programs do not know, stand for values")
      }
    }
  }
}

extension ArchiveFormat {
  /// Returns the losses of a keyed archive of a content.
  static func keyedLosses(_ content: ArchiveContent, isXML: Bool) -> [ArchiveLoss] {
    var losses: [ArchiveLoss] = []
    if content.otherLayouts > 0 {
      losses.append(
        ArchiveLoss(
          kind: "texts, data and collections have Foundation's own keys instead of those of another archiver",
          count: content.otherLayouts))
    }
    guard isXML else { return losses }
    return losses
      + LossSearch.losses(in: content.node.mergedGraph) { search, visit in
        switch visit.place.content {
        case .float: search.lose("numbers of 32 bits are of 64")
        case .double(let value) where !DocumentKinds.hasXMLDouble(value):
          search.lose("the bits of a number that is none are left out")
        default: break
        }
      }
  }
}
