/// The file that node_exporter's textfile collector reads metrics from.
///
/// The collector takes files whose name ends in `.prom`; it never sees a half-written one.
public enum MetricsFile {
  /// Puts these totals in place of what the file held.
  ///
  /// - Throws: see `TextFile.replace`.
  public static func write(_ totals: ArchiveTotals, to path: String) throws(TextFileError) {
    try TextFile.replace(path, with: MetricsText(of: totals).text)
  }
}
