/// A named measurement.
struct Benchmark {
  let name: String
  /// Whether it is measured again with the C library's own settings of the heap.
  var measuresDefaultHeap = false
  let run: (inout Report) throws -> Void

  static var all: [Benchmark] {
    [
      log, mesh, minecraftSavedata, mk48, sessions, oneEvent, visits, graph, paths, coldField, xml, growth,
      memory,
    ]
  }
}
