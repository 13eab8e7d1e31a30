internal import ArchiveBytes
internal import Foundation

/// Stores `Codable` values as payloads.
struct CodableTransformer<Value: Codable, Format: CodableFormat>: ArchiveTransformer {
  func encode(_ value: Value) throws -> Data {
    do {
      return try Format.encode(value)
    } catch let error as ArchiveError {
      throw error
    } catch {
      throw Self.failure("that \(Format.self) takes", error)
    }
  }

  func decode(_ stored: Data) throws -> Value {
    do {
      return try Format.decode(Value.self, from: stored)
    } catch let error as ArchiveError {
      throw error
    } catch {
      throw Self.failure("in a payload of \(Format.self)", error)
    }
  }

  private static func failure(_ place: String, _ error: any Error) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "a \(Value.self) \(place)", found: "\(error)", underlying: error)
  }
}
