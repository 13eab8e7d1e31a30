/// A named measurement.
struct Benchmark {
  let name: String
  let run: (inout Report) throws -> Void

  static var all: [Benchmark] {
    [log, mesh, minecraftSavedata, mk48, sessions, oneEvent, visits, graph, paths, growth, memory]
  }
}
