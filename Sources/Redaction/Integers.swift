/// `value / divisor` rounded down, for a divisor above 0.
func floorDivide(_ value: Int, by divisor: Int) -> Int {
  value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
}

/// `value / divisor` rounded up, for a divisor above 0.
func ceilDivide(_ value: Int, by divisor: Int) -> Int {
  floorDivide(value + divisor - 1, by: divisor)
}

/// `value / 2^shift` rounded up, for a value of 0 or more.
func shiftUp(_ value: Int, by shift: Int) -> Int {
  (value + (1 &<< shift) - 1) &>> shift
}
