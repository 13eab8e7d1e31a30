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
  // A string from Objective-C may store its text in another form.
  var copy = unsafe string.pointee
  return copy.withUTF8(body)
}
