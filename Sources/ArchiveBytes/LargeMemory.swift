#if canImport(Glibc)
  internal import Glibc
#endif

/// Advice to the system about blocks of many megabytes.
package enum LargeMemory {
  /// Below this, blocks are not worth a call.
  private static let threshold = 4 << 20

  /// Asks for large pages under a block that is about to be filled.
  ///
  /// A fresh block of 200 MB otherwise costs 50,000 page faults, more than the writing. Linux takes it as a hint;
  /// other systems choose their pages themselves.
  package static func willFill(_ block: UnsafeMutableRawPointer, byteCount: Int) {
    #if canImport(Glibc)
      guard byteCount >= threshold else { return }
      let page = 4096
      // `MADV_HUGEPAGE`, which glibc declares for the GNU dialect only.
      let hugePages: Int32 = 14
      let start = UInt(bitPattern: block) & ~UInt(page - 1)
      let end = UInt(bitPattern: block) + UInt(byteCount)
      // SAFETY: advice about pages changes nothing in them, whoever else uses the first and the last.
      unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), hugePages)
    #endif
  }
}
