internal import ArchiveBytes

/// A placeholder for a field whose transformer is unknown. It throws the error at the field's place.
struct UnknownPart: ArchiveValue {
  let error: any Error

  func encodeValue(to encoder: inout some ValueEncoder) throws { throw error }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> UnknownPart {
    throw decoder.failure(.unsupported, expected: nil, found: nil)
  }
}

extension FieldDecoder {
  /// Returns an error with the place of the field at `position`, which only the decoder knows.
  mutating func located(_ error: ArchiveError, at position: Int) -> ArchiveError {
    do {
      _ = try decode(at: position) as UnknownPart
    } catch let place as ArchiveError {
      return error.at(place)
    } catch {
      // Decoders throw no other errors.
    }
    return error
  }
}
