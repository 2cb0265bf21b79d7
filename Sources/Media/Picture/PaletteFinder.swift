import CFFmpeg

/// Brings frames to 256 colours: those that the frame remembers, or others that are chosen for it.
///
/// Source: libavfilter's `palettegen` and `paletteuse`.
enum PaletteFinder {
  // The filters wait for a second frame unless the first is the last, so each has a graph of its
  // own.
  private static let filters = """
    [in]split[picture][sample];\
    [sample]palettegen=stats_mode=single:reserve_transparent=1[palette];\
    [picture][palette]paletteuse=new=1:dither=sierra2_4a:alpha_threshold=128[out]
    """

  /// The frame in 8 bits with a palette, with all its properties.
  ///
  /// - Throws: `MediaError` where libavfilter refuses the frame or memory runs out.
  static func convert(_ frame: borrowing Frame) throws(MediaError) -> Frame {
    if let colours = ColourList(rememberedBy: frame) { return try colours.indexed(frame) }
    var graph = avfilter_graph_alloc()
    defer { avfilter_graph_free(&graph) }
    let source = """
      buffer@in=width=\(frame.size.width):height=\(frame.size.height):\
      pix_fmt=\(frame.format):time_base=1/25[in]
      """
    var inputs: UnsafeMutablePointer<AVFilterInOut>?
    var outputs: UnsafeMutablePointer<AVFilterInOut>?
    defer {
      avfilter_inout_free(&inputs)
      avfilter_inout_free(&outputs)
    }
    let message = "no palette can be found for a picture"
    graph?.pointee.nb_threads = 1
    try check(
      avfilter_graph_parse2(
        graph, "\(source);\(filters);[out]buffersink@out", &inputs, &outputs), message)
    try check(avfilter_graph_config(graph, nil), message)
    guard let entry = avfilter_graph_get_filter(graph, "buffer@in"),
      let exit = avfilter_graph_get_filter(graph, "buffersink@out")
    else { throw MediaError(.internalFault, message) }
    try check(
      av_buffersrc_add_frame_flags(entry, frame.pointer, Int32(AV_BUFFERSRC_FLAG_KEEP_REF)),
      message)
    try check(av_buffersrc_add_frame_flags(entry, nil, 0), message)
    let converted = try Frame()
    try check(av_buffersink_get_frame(exit, converted.pointer), message)
    try check(
      av_frame_copy_props(converted.pointer, frame.pointer), "cannot copy a picture's properties")
    return converted
  }
}
