/// The grid of cells under one cover, in pixels of one picture: a progressive frame, or one field
/// of an interlaced frame.
struct CellGrid {
  /// The columns of cells.
  let columns: GridAxis
  /// The rows of cells.
  let rows: GridAxis

  var count: Int { columns.count * rows.count }
}
