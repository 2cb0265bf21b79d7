extension ContiguousArray where Element: FixedWidthInteger {
  /// Adds zeros up to a count; an array that is as long is left alone.
  mutating func enlarge(to count: Int) {
    if self.count < count { append(contentsOf: repeatElement(0, count: count - self.count)) }
  }
}
