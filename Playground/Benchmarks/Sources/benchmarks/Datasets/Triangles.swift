import BenchmarkModels

extension Dataset where Value == Mesh {
  static func mesh(triangles: Int) -> Dataset {
    var random = PublicRandom()
    let triangles = random.array(triangles..<triangles + 1) { random in
      Triangle(v0: .any(&random), v1: .any(&random), v2: .any(&random), normal: .any(&random))
    }
    return Dataset(name: "mesh", value: Mesh(triangles: triangles))
  }
}

extension Vector3 {
  fileprivate static func any(_ random: inout PublicRandom) -> Vector3 {
    Vector3(x: random.fraction(), y: random.fraction(), z: random.fraction())
  }
}
