/// What a benchmark found out.
struct Report {
  /// Its results in Markdown.
  let markdown: String
  /// The goals that are missed by more than noise, one line each.
  var misses: [String] = []
}
