import Media
import Testing

@Suite struct RationalTests {
  @Test func `ticks are converted exactly, to the nearest`() {
    #expect(Rational(1, 90000).rescale(90090, to: Rational(1, 30000)) == 30030)
    #expect(Rational(1, 90000).rescale(3003, to: Rational(1, 1000)) == 33)
    #expect(Rational(1, 1).rescale(1 << 40, to: Rational(1, 90000)) == 90000 << 40)
  }

  @Test func `an unknown rate is not positive`() {
    #expect(!Rational(0, 0).isPositive)
    #expect(!Rational(1, 0).isPositive)
    #expect(Rational(30000, 1001).isPositive)
  }
}
