/// The values that all contenders encode and decode.
struct Dataset<Value> {
  let name: String
  let value: Value
}
