import ColumnArchives
import Foundation
import StructCoding

extension FuzzTarget {
  /// What transformers store as bytes or text.
  static let transformers = FuzzTarget(
    name: "transformers",
    about: "what transformers store: zlib, gzip, hex, ISO 8601",
    tokens: Tokens.texts,
    seeds: {
      try Stored.all.enumerated().map { number, stored in Data([UInt8(number)]) + (try stored.seed()) }
    },
    run: { input in
      guard let first = input.first else { return }
      try Stored.all[Int(first) % Stored.all.count].read(input.dropFirst())
    })

  private struct Stored: Sendable {
    let seed: @Sendable () throws -> Data
    let read: @Sendable (Data) throws -> Void

    static let all: [Stored] = [
      Stored(data: ZlibDataTransformer(), text), Stored(data: GzipDataTransformer(), text),
      Stored(HexDataTransformer(), text),
      Stored(ISO8601DateTransformer(), Date(timeIntervalSinceReferenceDate: 800_000_000.125)),
    ]
    private static let text = Data(String(repeating: "some text, and some more; ", count: 12).utf8)

    init<Transformer: ArchiveTransformer & Sendable>(
      data transformer: Transformer, _ value: Transformer.Value
    ) where Transformer.Value: Equatable & Sendable, Transformer.Stored == Data {
      seed = { try transformer.encode(value) }
      read = { data in try Self.check(transformer, data) }
    }

    init<Transformer: ArchiveTransformer & Sendable>(_ transformer: Transformer, _ value: Transformer.Value)
    where Transformer.Value: Equatable & Sendable, Transformer.Stored == String {
      seed = { Data(try transformer.encode(value).utf8) }
      read = { data in try Self.check(transformer, String(decoding: data, as: UTF8.self)) }
    }

    private static func check<Transformer: ArchiveTransformer>(
      _ transformer: Transformer, _ stored: Transformer.Stored
    ) throws where Transformer.Value: Equatable {
      // Archives wrap whatever transformers throw.
      guard let found = try? transformer.decode(stored) else { return }
      let back = try transformer.decode(transformer.encode(found))
      guard back == found else { throw Finding("\(brief(found)) came back as \(brief(back))") }
    }
  }
}
