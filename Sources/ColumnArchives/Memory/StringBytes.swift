/// Calls `body` with the bytes of the string at an address.
///
/// - Parameter body: Called with the bytes, which are valid until it returns. An empty string may have no address.
@inline(__always)
func withBytes<Result>(
  ofStringAt address: UnsafeRawPointer, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  // SAFETY: the caller passes the address of a string.
  let string = unsafe address.assumingMemoryBound(to: String.self)
  if let result = unsafe string.pointee.utf8.withContiguousStorageIfAvailable(body) { return result }
  return unsafe withCopiedBytes(of: string.pointee, body)
}

/// A string from Objective-C may store its text in another form.
@inline(never)
private func withCopiedBytes<Result>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result)
  -> Result
{
  var string = string
  return string.withUTF8(body)
}
