// 128-bit integers are stored as arrays of two 64-bit integers: the upper half, which has the sign, and the lower half.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: ArchiveRepresentable {
  public var archiveForm: ArchiveTuple<Int64, UInt64> {
    ArchiveTuple(Int64(truncatingIfNeeded: self >> 64), UInt64(truncatingIfNeeded: self))
  }

  public init(archiveForm: ArchiveTuple<Int64, UInt64>) {
    self = Int128(archiveForm.parts.0) << 64 | Int128(archiveForm.parts.1)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: ArchiveRepresentable {
  public var archiveForm: ArchiveTuple<UInt64, UInt64> {
    ArchiveTuple(UInt64(truncatingIfNeeded: self >> 64), UInt64(truncatingIfNeeded: self))
  }

  public init(archiveForm: ArchiveTuple<UInt64, UInt64>) {
    self = UInt128(archiveForm.parts.0) << 64 | UInt128(archiveForm.parts.1)
  }
}
