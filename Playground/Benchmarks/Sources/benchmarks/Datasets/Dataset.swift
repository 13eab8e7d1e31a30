/// Values that several contenders encode and decode, the same for all of them.
struct Dataset<Value> {
  let name: String
  let value: Value
}
