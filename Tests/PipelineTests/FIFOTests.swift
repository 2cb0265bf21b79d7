import Pipeline
import Testing

@Suite struct FIFOTests {
  @Test func `what goes in first comes out first`() {
    var list = FIFO<Token>()
    for number in 0..<5 { list.append(Token(number)) }
    let count = list.count
    #expect(count == 5)
    var numbers: [Int] = []
    while let token = list.removeFirst() { numbers.append(token.number) }
    #expect(numbers == [0, 1, 2, 3, 4])
    let isEmpty = list.isEmpty
    #expect(isEmpty)
    list.append(Token(9))
    let next = number(of: list.removeFirst())
    #expect(next == 9)
  }

  @Test func `a long list ends without exhausting the stack`() {
    let ended = Counter()
    do {
      var list = FIFO<Token>()
      for number in 0..<200_000 { list.append(Token(number) { ended.add(1) }) }
      let first = number(of: list.removeFirst())
      #expect(first == 0)
    }
    #expect(ended.value == 200_000)
  }

  @Test func `elements are lent by their age`() {
    var list = FIFO<Int>()
    for number in 0..<5 { list.append(number) }
    _ = list.removeFirst()
    let lent = (0..<5).map { ago in list.withElement(ago: ago) { $0 } }
    #expect(lent == [4, 3, 2, 1, nil])
    #expect(list.count == 4)
  }
}
