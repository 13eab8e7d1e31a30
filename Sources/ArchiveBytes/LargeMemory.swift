internal import Foundation

/// Advises the system about memory blocks of many megabytes.
package enum LargeMemory {
  /// Blocks smaller than this are not worth a call.
  private static let threshold = 4 << 20

  /// Asks for large pages for a block that is about to be filled.
  ///
  /// Otherwise a fresh block of 200 MB costs 50,000 page faults, more than writing to it. Linux treats this as a
  /// hint; other systems choose page sizes themselves.
  package static func willFill(_ block: UnsafeMutableRawPointer, byteCount: Int) {
    #if canImport(Glibc)
      guard byteCount >= threshold else { return }
      let page = 4096
      // `MADV_HUGEPAGE`, which glibc declares only for GNU C.
      let hugePages: Int32 = 14
      let start = UInt(bitPattern: block) & ~UInt(page - 1)
      let end = UInt(bitPattern: block) + UInt(byteCount)
      // SAFETY: the advice does not change the content of pages, so other users of the first and last page are
      // unaffected.
      unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), hugePages)
    #endif
  }
}
