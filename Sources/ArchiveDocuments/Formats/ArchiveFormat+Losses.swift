internal import ArchiveBytes
internal import ArchiveNodes
internal import ColumnArchives
public import Foundation
internal import KeyedArchives

extension ArchiveDocument {
  /// Lists the losses in a file that ``data(as:options:)`` wrote from this document.
  ///
  /// ```swift
  /// let data = try document.data(as: .columnArchive)
  /// for loss in try document.losses(in: data, as: .columnArchive) { print(loss) }
  /// // class names are left out: 2, first at events
  /// ```
  ///
  /// The list contains the values that the target format cannot hold, and the facts about their storage in a keyed
  /// archive that a new keyed archive made from the file would lose. JSON and property lists lose nothing. But if a
  /// property list was made from another property list, the result lists the places of keywords, which other programs
  /// do not know.
  ///
  /// - Returns: Each kind of loss once; empty if nothing is lost.
  /// - Throws: ``ArchiveError`` if the data is not a file of the format.
  /// - Complexity: Linear in the size of the document. The file is not read, except the schema of a column archive.
  public func losses(
    in data: Data, as format: ArchiveFormat, options: ArchiveFormat.WritingOptions = .init()
  ) throws -> [ArchiveLoss] {
    switch format {
    case .propertyList where self.format == .propertyList:
      return keywordLosses(options.propertyListFormat == .xml ? .xmlList : .binaryList)
    case .columnArchive: return try columnLosses(in: ColumnArchive(data))
    default: return format.losses(of: content, options)
    }
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

  private func columnLosses(in archive: ColumnArchive) throws -> [ArchiveLoss] {
    // A graph is kept whole: in columns if they keep all of it, and otherwise as a keyed archive.
    if case .graph = node { return ArchiveFormat.keyedLosses(content, isXML: false) + content.headLosses }
    let records = try archive.pathsOfNestedRecords
    // The class of the value, or of the elements of a sequence, is stored.
    let namedDepth = archive.isSequence ? 1 : 0
    var areNamed = false
    var losses = LossSearch.losses(in: node.mergedGraph) { search, visit in
      if visit.place.classes.contains(.plain) {
        search.lose("values are objects, or parts of one, as in a new archive")
      }
      switch visit.place.content {
      case .record(let fields) where fields.isNullObject: search.lose("NSNull is nil")
      case .record(let fields):
        areNamed = areNamed || visit.depth > namedDepth && !fields.className.isEmpty
      default: break
      }
    }
    if areNamed, let first = records.first {
      losses.append(
        ArchiveLoss(
          kind: "class names are left out", count: records.count, firstPath: first.map { .field($0) }))
    }
    return losses + content.headLosses
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

extension ArchiveNode.Fields {
  /// Whether the record is an `NSNull`, whatever its superclasses.
  fileprivate var isNullObject: Bool { className == "NSNull" && names.isEmpty }
}
