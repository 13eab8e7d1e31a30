import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import Foundation
import StructCoding

extension FuzzTarget {
  /// Files of any format, without types: a document that is written in its own format is the same document.
  static let documents = FuzzTarget(
    name: "documents", about: "documents of any format, written again; inspection",
    tokens: Tokens.json + Tokens.keyed + Tokens.fastCoding,
    seeds: { try documentSeeds() },
    run: { input in
      guard let document = try document(input) else { return }
      try writesSame(document, as: document.format)
      do {
        _ = try ArchiveInspection(input, limits: Model.Road.limits, formats: formats).parts()
      } catch is ArchiveError {
        return
      }
    })

  /// Files of any format, written in the others.
  static let conversions = FuzzTarget(
    name: "conversions", about: "documents of any format, converted to the others",
    tokens: Tokens.json + Tokens.keyed + Tokens.columns, seeds: { try documentSeeds() },
    run: { input in
      guard let document = try document(input) else { return }
      for format in formats where format != document.format { try converts(document, to: format) }
    })

  private static let formats = ArchiveFormat.standard + [.fastCoding]

  private static func document(_ data: Data) throws -> ArchiveDocument? {
    do {
      return try ArchiveDocument(data, options: .init(limits: Model.Road.limits), formats: formats)
    } catch is ArchiveError {
      return nil
    }
  }

  private static let options = ArchiveFormat.WritingOptions(isPretty: false)

  /// The document in a format; `nil` if the format has no words for it.
  private static func written(_ document: ArchiveDocument, as format: ArchiveFormat) throws -> Data? {
    do {
      return try document.data(as: format, options: options)
    } catch is ArchiveError {
      return nil
    }
  }

  /// What a format has no words for is refused; everything else is written, and gives the same bytes again.
  private static func writesSame(_ document: ArchiveDocument, as format: ArchiveFormat) throws {
    guard let once = try written(document, as: format) else { return }
    let back = try ArchiveDocument(once, formats: formats)
    guard try back.data(as: format, options: options) == once else {
      throw Finding(
        "\(document.format) as \(format): \(brief(document.node)) came back as \(brief(back.node))")
    }
  }

  /// A document that came from another format is, from then on, one of its own: nothing more is lost.
  private static func converts(_ document: ArchiveDocument, to format: ArchiveFormat) throws {
    guard let once = try written(document, as: format) else { return }
    let back = try ArchiveDocument(once, formats: formats)
    let twice = try back.data(as: format, options: options)
    let again = try ArchiveDocument(twice, formats: formats)
    guard try again.data(as: format, options: options) == twice else {
      throw Finding("\(document.format) to \(format): \(brief(back.node)) came back as \(brief(again.node))")
    }
  }

  private static func documentSeeds() throws -> [Data] {
    let nodes = [
      try ArchiveNode(encoding: Model.samples(1, of: SmallSession.self)),
      try ArchiveNode(encoding: Model.sampleOf(SmallValues.self)),
      try ArchiveNode(encoding: Model.samples(3, of: SmallExpression.self)),
    ]
    var seeds = try formats.flatMap { format in
      try nodes.map {
        try ArchiveDocument($0, format: format).data(as: format, options: options)
      }
        + (format == .keyedArchive || format == .propertyList
          ? [
            ArchiveDocument(nodes[0], format: format).data(
              as: format, options: .init(propertyListFormat: .xml))
          ] : [])
    }
    seeds += try Model.instances.flatMap { try $0.seeds(.keyed) + $0.seeds(.bootstrap) + $0.seeds(.columns) }
    return seeds
  }
}
