/// A text without anything that moves a cursor or cannot be shown: control characters as `\xNN`.
func printable(_ text: String) -> String { printable(text.utf8) }
