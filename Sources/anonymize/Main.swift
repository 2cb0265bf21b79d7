import AnonymizeCLI

@main
enum Main {
  static func main() {
    CommandLineTool.main()
  }
}
