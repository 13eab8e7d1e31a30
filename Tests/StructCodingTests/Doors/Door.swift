import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

/// A way in for bytes, and what has to hold of everything that comes in by it.
struct Door {
  /// Why what came in is not right: an error of the toolkit's, and no verdict on the bytes.
  struct Failure: Error, CustomStringConvertible { let description: String }

  let name: String
  /// Whether what was read may hold something that the format reads, and has no words for when it writes.
  var mayRefuse = false
  /// Sound bytes, to be damaged.
  let sample: Data
  /// Reads bytes.
  ///
  /// - Returns: A check of what was read, which throws whatever is wrong with it.
  let open: (Data) throws -> () throws -> Void

  /// Reads bytes: a value whose contents survive, or an `ArchiveError`.
  ///
  /// - Returns: Whether there was a value.
  func tryOut(_ data: Data, _ message: @autoclosure () -> String) -> Bool {
    let check: () throws -> Void
    do {
      check = try open(data)
    } catch is ArchiveError {
      return false
    } catch {
      XCTFail("\(name): \(type(of: error)) escaped: \(error), \(message())")
      return false
    }
    do {
      try check()
    } catch let error as ArchiveError where mayRefuse && error.code == .unsupported {
      // As control characters in XML, or a record without a class in a keyed archive.
    } catch {
      XCTFail("\(name): \(error), \(message()), bytes \(data.base64EncodedString())")
    }
    return true
  }
}

extension Door {
  /// A value on a road: what is read is archived, read, and archived to the same bytes, on this road and on the
  /// others.
  static func value<Value: ArchiveValue>(
    _ road: Road, _ value: Value, others: [Road] = [.keyed, .column],
    release: @escaping (Value) -> Void = { _ in }
  ) throws -> Door {
    let sample = try road.archive(value)
    return Door(name: "\(Value.self) by \(road)", mayRefuse: road == .xml, sample: sample) { data in
      let found = try road.read(Value.self, from: data)
      return {
        defer { release(found) }
        let once = try road.archive(found)
        for other in [road] + others {
          let carried = try other.read(Value.self, from: other.archive(found))
          defer { release(carried) }
          // The XML form lacks the sign of zero and the payload of a NaN.
          guard road != .xml else { continue }
          guard try road.archive(carried) == once else {
            throw Failure(description: "\(brief(found)) came back by \(other) as \(brief(carried))")
          }
        }
      }
    }
  }

  /// A value behind its `Coding` object, through coders.
  static func coding<Value: Archivable>(_ value: Value) throws -> Door {
    let sample = try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
    return Door(name: "\(Value.Coding.self)", sample: sample) { data in
      guard let found = try KeyedArchive.unarchivedObject(ofClass: Value.Coding.self, from: data) else {
        return {}
      }
      return {
        let once = try KeyedArchive.archivedData(withRootObject: found, requiringSecureCoding: true)
        guard let back = try KeyedArchive.unarchivedObject(ofClass: Value.Coding.self, from: once),
          try KeyedArchive.encode(back.decoded) == KeyedArchive.encode(found.decoded)
        else { throw Failure(description: "\(brief(found.decoded)) came back as another object") }
      }
    }
  }

  /// Elements of a column archive, one by one, in batches, and by a path: each is that of the whole.
  static func elements<Element: ArchiveRecord, Part: ArchiveValue>(
    _ elements: [Element], at path: ArchivePath<Element, Part>, _ part: @escaping (Element) -> Part
  ) throws -> Door {
    let sample = try ColumnArchive.encode(elements, options: .init(batchSize: 3))
    return Door(name: "parts of [\(Element.self)]", sample: sample) { data in
      let archive = try ColumnArchive(data)
      let all = try archive.elements(of: Element.self)
      return {
        func compare(_ name: String, _ found: [Element]) throws {
          guard try KeyedArchive.encode(found) == KeyedArchive.encode(all) else {
            throw Failure(description: "\(name): \(brief(found)), not \(brief(all))")
          }
        }
        try compare("singly", all.indices.flatMap { try archive.elements(of: Element.self, in: $0..<$0 + 1) })
        try compare("by positions", archive.elements(of: Element.self, at: Array(all.indices)))
        var batches: [Element] = []
        try archive.forEachBatch(of: Element.self) { batches += $0 }
        try compare("in batches", batches)
        let values: [Part]
        do {
          values = try archive.values(at: path)
        } catch let error as ArchiveError
          where [.missingField, .invalidValue, .typeMismatch].contains(error.code)
        {
          // The whole element has a default for a field that cannot be read; a path has none.
          return
        }
        guard try KeyedArchive.encode(values) == KeyedArchive.encode(all.map(part)) else {
          throw Failure(description: "by a path: \(brief(values))")
        }
      }
    }
  }

  /// A document of any format: written in its own format, it is the same document.
  static func document(_ format: ArchiveFormat, _ sample: Data) -> Door {
    Door(name: "document \(format.name)", mayRefuse: true, sample: sample) { data in
      let document = try ArchiveDocument(data, formats: .all)
      return {
        let once = try document.data(as: document.format)
        let back = try ArchiveDocument(once, formats: .all)
        guard try back.data(as: document.format) == once else {
          throw Failure(description: "\(brief(document.node)) came back as \(brief(back.node))")
        }
      }
    }
  }

  /// A value of a FastCoding file.
  static func fastCoding<Value: ArchiveValue>(_ value: Value) throws -> Door {
    Door(name: "\(Value.self) by FastCoding", sample: try FastCodingArchive.encode(value)) { data in
      let found = try FastCodingArchive.decode(Value.self, from: data)
      return {
        let back = try FastCodingArchive.decode(Value.self, from: FastCodingArchive.encode(found))
        guard try KeyedArchive.encode(back) == KeyedArchive.encode(found) else {
          throw Failure(description: "\(brief(found)) came back as \(brief(back))")
        }
      }
    }
  }

  /// A value of a document with `$class` and `$alias`.
  static func bootstrap<Value: ArchiveValue>(_ value: Value) throws -> Door {
    let sample = try ArchiveNode(encoding: value).jsonData(isPretty: false)
    return Door(name: "\(Value.self) by bootstrap", sample: sample) { data in
      let found = try ArchiveBootstrap.decode(Value.self, from: data)
      return {
        let json = try ArchiveNode(encoding: found).jsonData(isPretty: false)
        let back = try ArchiveBootstrap.decode(Value.self, from: json)
        guard try KeyedArchive.encode(back) == KeyedArchive.encode(found) else {
          throw Failure(description: "\(brief(found)) came back as \(brief(back))")
        }
      }
    }
  }

  /// What a transformer stores as bytes or text.
  static func transformer<Transformer: ArchiveTransformer>(
    _ transformer: Transformer, _ value: Transformer.Value
  ) throws -> Door where Transformer.Value: Equatable, Transformer.Stored == Data {
    try Door.transformer(transformer, sample: transformer.encode(value)) { $0 }
  }

  static func transformer<Transformer: ArchiveTransformer>(
    _ transformer: Transformer, _ value: Transformer.Value
  ) throws -> Door where Transformer.Value: Equatable, Transformer.Stored == String {
    try Door.transformer(transformer, sample: Data(transformer.encode(value).utf8)) {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func transformer<Transformer: ArchiveTransformer>(
    _ transformer: Transformer, sample: Data, _ stored: @escaping (Data) -> Transformer.Stored
  ) throws -> Door where Transformer.Value: Equatable {
    Door(name: "\(Transformer.self)", sample: sample) { data in
      let found = try wrapping { try transformer.decode(stored(data)) }
      return {
        let back = try transformer.decode(transformer.encode(found))
        guard back == found else { throw Failure(description: "\(brief(found)) came back as \(brief(back))") }
      }
    }
  }

  /// Archives wrap whatever transformers throw.
  private static func wrapping<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw ArchiveError.wrapping(error) }
  }
}
