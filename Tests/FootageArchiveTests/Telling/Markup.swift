import Foundation
import FoundationXML

/// The elements of a well-formed text in HTML or SVG.
final class Markup: NSObject, XMLParserDelegate {
  /// An element with all text that is in it.
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""
  }

  /// The text is not well-formed.
  struct Fault: Error {
    let line: Int
    let column: Int
  }

  /// All elements, in the order in which they begin.
  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else {
      throw Fault(line: parser.lineNumber, column: parser.columnNumber)
    }
  }

  /// Those of a name, and of a class where one is given.
  func elements(_ name: String, class wanted: String? = nil) -> [Element] {
    elements.filter { element in
      let classes = (element.attributes["class"] ?? "").split(separator: " ").map(String.init)
      return element.name == name && (wanted.map(classes.contains) ?? true)
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    for index in open { elements[index].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
