package import Foundation

/// Returns bytes compressed by the system's zlib, in the format of gzip.
///
/// - Throws: ``ArchiveError`` if there is no zlib.
package func gzipped(_ data: Data) throws -> Data { try ZlibStream(.compress, .gzip).compress(data) }
