import Foundation
import TestSupport
import Testing

/// Nothing is lost, over codecs, pixel formats, containers, clocks and turned pictures.
///
/// Not every combination of them, but each value with several of the others. The footage shows no
/// face, so that the whole picture must stay.
@Suite struct MatrixTests {
  private static let x264 = "-an -c:v libx264 -crf 12 -bf 2"
  private static let x265 =
    "-an -c:v libx265 -crf 10 -preset ultrafast -x265-params log-level=error"
  private static let aom = "-an -c:v libaom-av1 -crf 10 -cpu-used 8"
  private static let svt = "-an -c:v libsvtav1 -crf 10 -preset 10"
  private static let vp9 = "-an -c:v libvpx-vp9 -crf 8 -b:v 0 -deadline realtime -cpu-used 8"
  private static let vp8 = "-an -c:v libvpx -crf 4 -b:v 20M -deadline realtime -cpu-used 8"
  private static let bt709 =
    "-color_range tv -colorspace bt709 -color_trc bt709 -color_primaries bt709"

  /// Codecs and pixel formats.
  static let codings: [MatrixRow] = [
    MatrixRow("h264.mp4", "h264", "yuv420p", "\(x264) \(bt709)"),
    MatrixRow("h264.mov", "h264", "yuv422p", x264),
    MatrixRow("h264.mkv", "h264", "yuv444p", x264),
    MatrixRow("h264-gray.mkv", "h264", "yuvj420p", "\(x264) -pix_fmt gray"),
    MatrixRow("h264-gray10.mkv", "h264", "yuv420p10le", "\(x264) -pix_fmt gray10le"),
    MatrixRow("h264-10.ts", "h264", "yuv420p10le", x264),
    MatrixRow("h264-422-10.mp4", "h264", "yuv422p10le", x264),
    MatrixRow("h264-444-10.mkv", "h264", "yuv444p10le", x264),
    MatrixRow("h264-full.mov", "h264", "yuvj420p", x264),
    MatrixRow("h264-full.ts", "h264", "yuvj422p", x264),
    MatrixRow("h264.avi", "h264", "yuv420p", "-an -c:v libx264 -crf 12 -bf 0"),
    MatrixRow("h264.flv", "h264", "yuv420p", x264),
    MatrixRow("h264.nut", "h264", "yuv420p", x264).but { $0.except = [.length] },
    MatrixRow("h264-rgb.mkv", "h264", "gbrp", "-an -c:v libx264rgb -crf 8 -pix_fmt bgr24"),
    MatrixRow("hevc.mp4", "hevc", "yuv420p", "\(x265) \(bt709)"),
    MatrixRow("hevc.mov", "hevc", "yuv422p10le", "\(x265) -tag:v hvc1"),
    MatrixRow("hevc.ts", "hevc", "yuv420p10le", x265),
    MatrixRow("hevc-12.mkv", "hevc", "yuv420p12le", x265),
    MatrixRow("hevc-422-12.mp4", "hevc", "yuv422p12le", x265),
    MatrixRow("hevc-444-12.mkv", "hevc", "yuv444p12le", x265),
    MatrixRow("hevc-gray10.mkv", "hevc", "gray10le", x265),
    MatrixRow("hevc-rgb.mkv", "hevc", "gbrp", x265),
    MatrixRow("hevc-rgb10.mkv", "hevc", "gbrp10le", x265),
    MatrixRow("av1.mp4", "av1", "yuv420p", "\(svt) \(bt709)"),
    MatrixRow("av1.webm", "av1", "yuv420p10le", svt),
    MatrixRow("av1-444.mkv", "av1", "yuv444p", aom),
    MatrixRow("av1-422-12.mkv", "av1", "yuv422p12le", aom),
    MatrixRow("av1-gray.mkv", "av1", "gray", aom),
    MatrixRow("av1-rgb.mp4", "av1", "gbrp", aom),
    MatrixRow("vp8.webm", "vp8", "yuv420p", vp8).but { $0.except = [.matrix] },
    MatrixRow("vp8.mkv", "vp8", "yuv420p", vp8).but { $0.except = [.matrix] },
    MatrixRow("vp9.webm", "vp9", "yuv420p", "\(vp9) \(bt709)"),
    MatrixRow("vp9-422.mp4", "vp9", "yuv422p", vp9),
    MatrixRow("vp9-440.mkv", "vp9", "yuv440p", vp9),
    MatrixRow("vp9-444.webm", "vp9", "yuv444p", vp9),
    MatrixRow("vp9-10.mkv", "vp9", "yuv420p10le", vp9),
    MatrixRow("vp9-444-12.mp4", "vp9", "yuv444p12le", vp9),
    MatrixRow("vp9-rgb.webm", "vp9", "gbrp", vp9),
    MatrixRow("mpeg4.avi", "mpeg4", "yuv420p", "-an -c:v mpeg4 -q:v 2"),
    MatrixRow("mpeg4.mp4", "mpeg4", "yuv420p", "-an -c:v mpeg4 -q:v 2 -bf 2"),
    MatrixRow("mpeg4.ts", "mpeg4", "yuv420p", "-an -c:v mpeg4 -q:v 2"),
    MatrixRow("mpeg2.ts", "mpeg2video", "yuv420p", "-an -c:v mpeg2video -q:v 2 -bf 2"),
    MatrixRow("mpeg2.mpg", "mpeg2video", "yuv420p", "-an -c:v mpeg2video -q:v 2"),
    MatrixRow("mpeg2-422.mkv", "mpeg2video", "yuv422p", "-an -c:v mpeg2video -q:v 2"),
    MatrixRow("mpeg2.mov", "mpeg2video", "yuv420p", "-an -c:v mpeg2video -q:v 2"),
    MatrixRow("mpeg1.mpg", "mpeg1video", "yuv420p", "-an -c:v mpeg1video -q:v 2"),
    MatrixRow("mpeg1.mkv", "mpeg1video", "yuv420p", "-an -c:v mpeg1video -q:v 2 -bf 2"),
    MatrixRow("mjpeg.avi", "mjpeg", "yuvj420p", "-an -c:v mjpeg -q:v 2"),
    MatrixRow("mjpeg.mov", "mjpeg", "yuvj422p", "-an -c:v mjpeg -q:v 2"),
    MatrixRow("mjpeg.mkv", "mjpeg", "yuvj444p", "-an -c:v mjpeg -q:v 2"),
    MatrixRow(
      "mjpeg-limited.mkv", "mjpeg", "yuv420p",
      "-an -c:v mjpeg -q:v 2 -color_range tv -strict unofficial"),
    MatrixRow("prores.mov", "prores", "yuv422p10le", "-an -c:v prores_ks"),
    MatrixRow("prores-proxy.mov", "prores", "yuv422p10le", "-an -c:v prores_ks -profile:v proxy"),
    MatrixRow("prores-444.mkv", "prores", "yuv444p12le", "-pix_fmt yuv444p10le -an -c:v prores_ks"),
    MatrixRow(
      "prores-alpha.mov", "prores", "yuva444p12le", "-pix_fmt yuva444p10le -an -c:v prores_ks"),
    MatrixRow(
      "dnxhr.mov", "dnxhd", "yuv422p",
      "-an -c:v dnxhd -profile:v dnxhr_hq -vf scale=256:120"
    ),
    MatrixRow(
      "dnxhr-10.mkv", "dnxhd", "yuv422p10le",
      "-an -c:v dnxhd -profile:v dnxhr_hqx -vf scale=256:120"
    ),
    MatrixRow("huffyuv.avi", "huffyuv", "yuv422p", "-an -c:v huffyuv").but {
      $0.decibels = .infinity
    },
    MatrixRow("ffvhuff.mkv", "ffvhuff", "yuv420p10le", "-an -c:v ffvhuff").but {
      $0.decibels = .infinity
    },
    MatrixRow("utvideo.avi", "utvideo", "gbrp", "-an -c:v utvideo").but {
      $0.decibels = .infinity
    },
    MatrixRow("magicyuv.mkv", "magicyuv", "yuv444p", "-an -c:v magicyuv").but {
      $0.decibels = .infinity
    },
    MatrixRow("ffv1-12.mkv", "ffv1", "yuv420p12le", "-an -c:v ffv1").but {
      $0.decibels = .infinity
    },
    MatrixRow("ffv1.avi", "ffv1", "yuv411p", "-an -c:v ffv1").but { $0.decibels = .infinity },
    MatrixRow("ffv1.nut", "ffv1", "yuva420p", "-an -c:v ffv1").but {
      $0.decibels = .infinity
      $0.except = [.length]
    },
    MatrixRow("png.mov", "png", "rgba", "-an -c:v png").but { $0.decibels = .infinity },
    MatrixRow("png.avi", "png", "rgb24", "-an -c:v png").but { $0.decibels = .infinity },
    MatrixRow("png-16.mkv", "png", "rgb48be", "-an -c:v png").but { $0.decibels = .infinity },
    MatrixRow("qtrle.mov", "qtrle", "argb", "-an -c:v qtrle").but { $0.decibels = .infinity },
    MatrixRow("qtrle-24.mov", "qtrle", "rgb24", "-an -c:v qtrle").but { $0.decibels = .infinity },
    MatrixRow("raw.avi", "rawvideo", "bgr24", "-an -c:v rawvideo").but {
      $0.decibels = .infinity
    },
    MatrixRow("raw.nut", "rawvideo", "nv12", "-an -c:v rawvideo").but {
      $0.except = [.length]
      $0.decibels = .infinity
    },
    MatrixRow("raw.mov", "rawvideo", "uyvy422", "-an -c:v rawvideo").but {
      $0.decibels = .infinity
    },
    MatrixRow("jpeg2000.mov", "jpeg2000", "yuv422p", "-an -c:v jpeg2000 -q:v 1"),
    MatrixRow("wmv1.avi", "wmv1", "yuv420p", "-an -c:v wmv1 -q:v 2"),
    MatrixRow("wmv2.wmv", "wmv2", "yuv420p", "-an -c:v wmv2 -q:v 2"),
    MatrixRow("msmpeg4.avi", "msmpeg4v3", "yuv420p", "-an -c:v msmpeg4 -q:v 2"),
    // The encoder of Theora leaves out pictures that repeat the one before.
    MatrixRow("theora.ogg", "theora", "yuv420p", "-an -c:v libtheora -q:v 10").but {
      $0.becomes = ("vp8", "yuv420p")
      $0.except = [.chromaLocation]
    },
    MatrixRow("theora.mkv", "theora", "yuv444p", "-an -c:v libtheora -q:v 10").but {
      $0.becomes = ("h264", "yuv444p")
      $0.except = [.chromaLocation]
    },
    MatrixRow("flv1.flv", "flv1", "yuv420p", "-an -c:v flv -q:v 2"),
    MatrixRow("h263.mov", "h263", "yuv420p", "-an -c:v h263 -q:v 2 -vf scale=176:144"),
    MatrixRow("gif.gif", "gif", "bgra", "-an -c:v gif -pix_fmt rgb8").but {
      $0.decibels = .infinity
    },
    MatrixRow("cinepak.avi", "cinepak", "rgb24", "-an -c:v cinepak").but {
      $0.decibels = 30
    },
    MatrixRow("zmbv.avi", "zmbv", "bgr0", "-an -c:v zmbv").but { $0.decibels = .infinity },
  ]

  /// Clocks, beginnings and ends.
  static let timings: [MatrixRow] = [
    MatrixRow(
      "29.97.mp4", "h264", "yuv420p", "\(x264) -vf settb=1/30000,setpts=N*1001 -r 30000/1001"),
    MatrixRow(
      "29.97.mkv", "hevc", "yuv420p", "\(x265) -vf settb=1/30000,setpts=N*1001 -r 30000/1001"),
    MatrixRow(
      "29.97.avi", "mpeg4", "yuv420p",
      "-an -c:v mpeg4 -q:v 2 -vf settb=1/30000,setpts=N*1001 -r 30000/1001"),
    MatrixRow(
      "29.97.mpg", "mpeg2video", "yuv420p",
      "-an -c:v mpeg2video -q:v 2 -bf 2 -vf settb=1/30000,setpts=N*1001 -r 30000/1001"),
    MatrixRow(
      "59.94.mov", "h264", "yuv422p10le", "\(x264) -vf settb=1/60000,setpts=N*1001 -r 60000/1001"),
    MatrixRow(
      "59.94.ts", "hevc", "yuv420p10le", "\(x265) -vf settb=1/60000,setpts=N*1001 -r 60000/1001"),
    MatrixRow(
      "59.94.webm", "vp9", "yuv420p", "\(vp9) -vf settb=1/60000,setpts=N*1001 -r 60000/1001"),
    // Of reordered frames the source counts more time than it shows, for its mean rate.
    uneven("uneven.mp4", "h264", "yuv420p", x264).but { $0.except = [.frameRate] },
    uneven("uneven.mov", "hevc", "yuv420p10le", x265).but { $0.except = [.frameRate] },
    uneven("uneven.mkv", "ffv1", "yuv422p10le", "-an -c:v ffv1").but { $0.decibels = .infinity },
    uneven("uneven.webm", "vp8", "yuv420p", vp8).but { $0.except = [.matrix] },
    uneven("uneven.ts", "h264", "yuv420p", x264),
    // This says only how long all of it is, sound included.
    uneven("uneven.flv", "h264", "yuv420p", x264).but { $0.except = [.frameRate, .length] },
    uneven("uneven.nut", "mpeg4", "yuv420p", "-an -c:v mpeg4 -q:v 2").but {
      $0.except = [.frameRate, .length]
    },
    // ASF does not tell of one stream how long it lasts.
    uneven("uneven.wmv", "wmv2", "yuv420p", "-an -c:v wmv2 -q:v 2").but {
      $0.except = [.length]
    },
    uneven("uneven-av1.mp4", "av1", "yuv420p", svt),
    // An edit list begins and ends within a group of pictures, before whose end frames are missing.
    MatrixRow("edited.mov", "hevc", "yuv420p", "-c copy -an").but {
      $0.from = "\(x265) -bf 2 -pix_fmt yuv420p"
      $0.reading = "-ss 0.1 -t 0.2"
      $0.except = [.frameRate]
    },
    MatrixRow("edited.mp4", "mpeg4", "yuv420p", "-c copy -an").but {
      $0.from = "-an -c:v mpeg4 -q:v 2 -bf 2 -pix_fmt yuv420p"
      $0.reading = "-ss 0.1 -t 0.2"
      $0.except = [.frameRate, .durations]
    },
    MatrixRow("late.mov", "prores", "yuv422p10le", "-an -c:v prores_ks").but {
      $0.reading = "-itsoffset 1.5"
    },
    MatrixRow("late.mp4", "av1", "yuv420p", svt).but { $0.reading = "-itsoffset 1.5" },
    MatrixRow("late.webm", "vp8", "yuv420p", vp8).but {
      $0.reading = "-itsoffset 1.5"
      $0.except = [.matrix]
    },
    MatrixRow("late.flv", "h264", "yuv420p", x264).but { $0.reading = "-itsoffset 1.5" },
    MatrixRow("late.nut", "ffv1", "yuv420p", "-an -c:v ffv1").but {
      $0.reading = "-itsoffset 1.5"
      $0.decibels = .infinity
      $0.except = [.length]
    },
    MatrixRow("late.wmv", "wmv2", "yuv420p", "-an -c:v wmv2 -q:v 2").but {
      $0.reading = "-itsoffset 1.5"
    },
    MatrixRow("late.avi", "mjpeg", "yuvj420p", "-an -c:v mjpeg -q:v 2").but {
      $0.reading = "-itsoffset 1.5"
    },
    MatrixRow(
      "negative.mov", "prores", "yuv422p10le",
      "-an -c:v prores_ks -avoid_negative_ts disabled -output_ts_offset -0.12 -use_editlist 0"),
    // Streams without a container, so without times.
    MatrixRow("bare.264", "h264", "yuv420p", "\(x264) -f h264").but {
      $0.to = "out.mp4"
    },
    MatrixRow("bare.265", "hevc", "yuv420p10le", "\(x265) -f hevc").but { $0.to = "out.mkv" },
    MatrixRow("bare.m4v", "mpeg4", "yuv420p", "-an -c:v mpeg4 -q:v 2").but {
      $0.to = "out.mp4"
    },
    MatrixRow("bare.m2v", "mpeg2video", "yuv420p", "-an -c:v mpeg2video -q:v 2 -bf 2").but {
      $0.to = "out.ts"
    },
    MatrixRow("bare.ivf", "vp9", "yuv420p", vp9).but { $0.to = "out.webm" },
    MatrixRow("bare.obu", "av1", "yuv420p", "\(svt) -f obu").but { $0.to = "out.mkv" },
    MatrixRow("bare.mjpeg", "mjpeg", "yuvj420p", "-an -c:v mjpeg -q:v 2").but {
      $0.to = "out.avi"
    },
    // The clock of 33 bits begins again with zero in mid-file.
    MatrixRow("wrapped.ts", "h264", "yuv420p", "\(x264) -output_ts_offset 95443.5 -muxdelay 0"),
    MatrixRow(
      "wrapped-mpeg2.ts", "mpeg2video", "yuv420p",
      "-an -c:v mpeg2video -q:v 2 -output_ts_offset 95443.5 -muxdelay 0"
    ).but {
      $0.to = "out.mkv"
      $0.except = [.start]
    },
    MatrixRow(
      "wrapped-sound.ts", "h264", "yuv420p",
      "-c:v libx264 -c:a mp2 -crf 12 -output_ts_offset 95443.5 -muxdelay 0"),
    MatrixRow("single.mp4", "h264", "yuv420p", "\(x264) -frames:v 1"),
    MatrixRow("single.mkv", "ffv1", "yuv420p", "-an -c:v ffv1 -frames:v 1").but {
      $0.decibels = .infinity
    },
    MatrixRow("single.webm", "vp9", "yuv420p", "\(vp9) -frames:v 1"),
    MatrixRow("single.mpg", "mpeg2video", "yuv420p", "-an -c:v mpeg2video -q:v 2 -frames:v 1"),
    MatrixRow("single.avi", "mjpeg", "yuvj420p", "-an -c:v mjpeg -q:v 2 -frames:v 1"),
    MatrixRow("single.mov", "hevc", "yuv420p10le", "\(x265) -frames:v 1"),
    MatrixRow("sound.mp4", "h264", "yuv420p", "-c:v libx264 -crf 12 -bf 2 -c:a aac"),
    MatrixRow("sound.mkv", "hevc", "yuv420p", "\(x265.dropFirst(4)) -c:a libopus"),
    MatrixRow("sound.webm", "vp9", "yuv420p", "\(vp9.dropFirst(4)) -c:a libvorbis"),
    MatrixRow("sound.avi", "mpeg4", "yuv420p", "-c:v mpeg4 -q:v 2 -c:a mp3"),
    MatrixRow("sound.mpg", "mpeg1video", "yuv420p", "-c:v mpeg1video -q:v 2 -c:a mp2"),
    MatrixRow("sound.flv", "h264", "yuv420p", "-c:v libx264 -crf 12 -c:a aac"),
    MatrixRow("sound.wmv", "wmv2", "yuv420p", "-c:v wmv2 -q:v 2 -c:a wmav2"),
    MatrixRow(
      "sound.ogg", "theora", "yuv420p", "-c:v libtheora -q:v 10 -c:a libvorbis"
    ).but {
      $0.becomes = ("vp8", "yuv420p"); $0.except = [.chromaLocation]
    },
    MatrixRow("sound.mov", "mjpeg", "yuvj420p", "-c:v mjpeg -q:v 2 -c:a pcm_s16le"),
  ]

  /// Turned pictures, fields, shapes, colours, and what else goes with a stream.
  static let properties: [MatrixRow] = [
    turned("right.mp4", "h264", "yuv420p", x264, [0, 1, 0, -1, 0, 0, 64, 0]),
    turned("over.mov", "hevc", "yuv420p10le", x265, [-1, 0, 0, 0, -1, 0, 192, 64]),
    turned("left.mov", "mjpeg", "yuvj420p", "-an -c:v mjpeg -q:v 2", [0, -1, 0, 1, 0, 0, 0, 192]),
    turned("left.mp4", "av1", "yuv420p", svt, [0, -1, 0, 1, 0, 0, 0, 192]),
    turned("mirrored-10.mp4", "h264", "yuv422p10le", x264, [-1, 0, 0, 0, 1, 0, 192, 0]),
    turned(
      "mirrored.mov", "prores", "yuv422p10le", "-an -c:v prores_ks", [-1, 0, 0, 0, 1, 0, 0, 0]),
    turned("upended.mp4", "mpeg4", "yuv420p", "-an -c:v mpeg4 -q:v 2", [1, 0, 0, 0, -1, 0, 0, 64]),
    turned("diagonal.mov", "h264", "yuv444p", x264, [0, 1, 0, 1, 0, 0, 0, 0]),
    turned(
      "right-29.97.mp4", "vp9", "yuv420p", "\(vp9) -r 30000/1001", [0, 1, 0, -1, 0, 0, 64, 0]),
    fields("tff.mp4", "h264", "yuv420p", "\(x264) -flags +ildct+ilme -x264opts tff=1", "tff"),
    fields("bff.mkv", "h264", "yuv422p10le", "\(x264) -flags +ildct+ilme -x264opts bff=1", "bff"),
    fields("tff.ts", "h264", "yuv420p", "\(x264) -flags +ildct+ilme -x264opts tff=1", "tff"),
    fields(
      "bff.mpg", "mpeg2video", "yuv420p", "-an -c:v mpeg2video -q:v 2 -flags +ildct+ilme -top 0",
      "bff"),
    fields(
      "tff.avi", "mpeg4", "yuv420p", "-an -c:v mpeg4 -q:v 2 -flags +ildct+ilme -top 1", "tff"),
    fields("tff.mov", "prores", "yuv422p10le", "-an -c:v prores_ks -flags +ildct -top 1", "tff"),
    fields("bff.mov", "prores", "yuv422p10le", "-an -c:v prores_ks -flags +ildct -top 0", "bff"),
    fields("tff-ffv1.mkv", "ffv1", "yuv420p", "-an -c:v ffv1", "tff").but {
      $0.decibels = .infinity
    },
    MatrixRow("wide.mov", "prores", "yuv422p10le", "-an -c:v prores_ks -vf setsar=64/45"),
    MatrixRow("wide.mkv", "ffv1", "yuv420p", "-an -c:v ffv1 -vf setsar=64/45").but {
      $0.decibels = .infinity
    },
    MatrixRow("wide.webm", "vp9", "yuv420p", "\(vp9) -vf setsar=16/11"),
    MatrixRow("wide.ts", "mpeg2video", "yuv420p", "-an -c:v mpeg2video -q:v 2 -vf setdar=16/9"),
    MatrixRow("wide.mpg", "mpeg1video", "yuv420p", "-an -c:v mpeg1video -q:v 2 -vf setsar=12/11"),
    MatrixRow("wide-hevc.mp4", "hevc", "yuv420p", "\(x265) -vf setsar=4/3"),
    MatrixRow("wide-av1.mp4", "av1", "yuv420p", "\(svt) -vf setsar=4/3"),
    MatrixRow(
      "wide.ogg", "theora", "yuv420p", "-an -c:v libtheora -q:v 10 -vf setsar=4/3"
    ).but {
      $0.becomes = ("vp8", "yuv420p"); $0.except = [.chromaLocation]
    },
    MatrixRow("wide.flv", "h264", "yuv420p", "\(x264) -vf setsar=4/3"),
    coloured("hlg.mp4", "hevc", "yuv420p10le", x265, "tv", "bt2020nc", "arib-std-b67", "bt2020"),
    coloured(
      "hlg.mov", "prores", "yuv422p10le", "-an -c:v prores_ks", "tv", "bt2020nc", "arib-std-b67",
      "bt2020"),
    coloured("pq.mkv", "av1", "yuv420p10le", svt, "tv", "bt2020nc", "smpte2084", "bt2020"),
    coloured("pq.webm", "vp9", "yuv420p10le", vp9, "tv", "bt2020nc", "smpte2084", "bt2020"),
    coloured("full.mkv", "vp9", "yuv420p", vp9, "pc", "bt709", "bt709", "bt709"),
    coloured("full-av1.mp4", "av1", "yuv420p", svt, "pc", "bt709", "iec61966-2-1", "bt709"),
    coloured("full-hevc.ts", "hevc", "yuv444p", x265, "pc", "bt709", "bt709", "bt709"),
    coloured(
      "ntsc.mpg", "mpeg2video", "yuv420p", "-an -c:v mpeg2video -q:v 2", "tv", "smpte170m",
      "smpte170m", "smpte170m"),
    coloured(
      "ntsc.avi", "ffv1", "yuv420p", "-an -c:v ffv1", "tv", "smpte170m", "smpte170m", "smpte170m"
    ).but {
      $0.decibels = .infinity
    },
    coloured(
      "p3.mov", "prores", "yuv444p12le", "-pix_fmt yuv444p10le -an -c:v prores_ks", "tv", "bt709",
      "bt709", "smpte432"),
    MatrixRow("top-left.mp4", "hevc", "yuv420p10le", "\(x265):chromaloc=2"),
    MatrixRow(
      "top-left.ts", "h264", "yuv420p",
      "\(x264) -chroma_sample_location topleft -x264opts chromaloc=2"),
    MatrixRow("center.mkv", "h264", "yuv420p", "\(x264) -x264opts chromaloc=1"),
    MatrixRow("hdr10.mp4", "hevc", "yuv420p10le", hdr10),
    MatrixRow("hdr10.mkv", "hevc", "yuv420p10le", hdr10),
    MatrixRow("hdr10.ts", "hevc", "yuv420p10le", hdr10),
    MatrixRow("hdr10-boxes.mov", "hevc", "yuv420p10le", "-c copy -tag:v hvc1").but {
      $0.from = "\(hdr10) -pix_fmt yuv420p10le"
    },
    MatrixRow(
      "roles.mkv", "h264", "yuv420p",
      "-c:v libx264 -crf 12 -c:a libopus -disposition:v hearing_impaired+default "
        + "-disposition:a 0 -metadata:s:v language=deu"),
    MatrixRow(
      "roles.mp4", "hevc", "yuv420p",
      "\(x265.dropFirst(4)) -c:a aac -metadata:s:v language=jpn -metadata:s:a language=por"),
    MatrixRow(
      "roles.mov", "prores", "yuv422p10le",
      "-c:v prores_ks -c:a pcm_s24le -metadata:s:v language=swe"),
    MatrixRow(
      "roles.ts", "mpeg2video", "yuv420p",
      "-c:v mpeg2video -q:v 2 -c:a mp2 -metadata:s:a language=fin -disposition:a visual_impaired"),
    MatrixRow(
      "roles.webm", "vp8", "yuv420p",
      "\(vp8.dropFirst(4)) -c:a libopus -disposition:a comment -metadata:s:v language=pol"
    ).but { $0.except = [.matrix] },
  ]

  /// From one container, codec or pixel format to another.
  static let changes: [MatrixRow] = [
    change("h264.mp4", "h264", "yuv420p", x264, "out.webm", ("vp9", "yuv420p")),
    change("h264-444.mkv", "h264", "yuv444p", x264, "out.webm", ("vp9", "yuv444p")),
    change("h264-10.mov", "h264", "yuv422p10le", x264, "out.webm", ("vp9", "yuv422p10le")),
    change("h264.mkv", "h264", "yuv420p", x264, "out.mpg", ("mpeg1video", "yuv420p")).but {
      $0.except = [.fields, .times, .length, .chromaLocation]
    },
    change("h264.mov", "h264", "yuv420p", x264, "out.ogg", ("vp8", "yuv420p")).but {
      $0.except = [.frameRate, .chromaLocation]
    },
    // ASF counts from zero how long footage lasts, wherever it begins.
    change("h264.ts", "h264", "yuv420p", x264, "out.wmv", ("h264", "yuv420p")).but {
      $0.except = [.length]
    },
    change("h264.nut", "h264", "yuv420p", x264, "out.flv", ("h264", "yuv420p")).but {
      $0.except = [.length]
    },
    change("hevc.mkv", "hevc", "yuv420p10le", x265, "out.mov", ("hevc", "yuv420p10le")),
    change("hevc-12.mkv", "hevc", "yuv444p12le", x265, "out.ts", ("hevc", "yuv444p12le")).but {
      $0.except = [.fields]
    },
    change("hevc.mp4", "hevc", "yuv420p", x265, "out.flv", ("h264", "yuv420p")).but {
      $0.except = [.start, .length]
    },
    change("av1.mp4", "av1", "yuv420p10le", svt, "out.ts", ("h264", "yuv420p10le")),
    change("av1.webm", "av1", "yuv420p", svt, "out.mp4", ("av1", "yuv420p")),
    change("vp9.webm", "vp9", "yuv444p", vp9, "out.mov", ("h264", "yuv444p")),
    change("vp9-12.webm", "vp9", "yuv422p12le", vp9, "out.mp4", ("vp9", "yuv422p12le")).but {
      $0.except = [.chromaLocation]
    },
    change("vp8.webm", "vp8", "yuv420p", vp8, "out.mp4", ("h264", "yuv420p")).but {
      $0.except = [.matrix]
    },
    change(
      "prores.mov", "prores", "yuv422p10le", "-an -c:v prores_ks", "out.mp4",
      ("h264", "yuv422p10le")),
    change(
      "prores-444.mov", "prores", "yuv444p12le", "-an -pix_fmt yuv444p10le -c:v prores_ks",
      "out.mkv", ("prores", "yuv444p12le")),
    change(
      "mjpeg.avi", "mjpeg", "yuvj422p", "-an -c:v mjpeg -q:v 2", "out.ts", ("h264", "yuv422p")
    ).but { $0.except = [.chromaLocation] },
    change(
      "mjpeg.mov", "mjpeg", "yuvj420p", "-an -c:v mjpeg -q:v 2", "out.webm", ("vp9", "yuv420p")),
    change(
      "mpeg2.mpg", "mpeg2video", "yuv420p", "-an -c:v mpeg2video -q:v 2", "out.mp4",
      ("mpeg2video", "yuv420p")
    ).but { $0.except = [.length] },
    change(
      "mpeg1.mpg", "mpeg1video", "yuv420p", "-an -c:v mpeg1video -q:v 2", "out.mov",
      ("mpeg1video", "yuv420p")
    ).but { $0.except = [.length] },
    change(
      "mpeg4.avi", "mpeg4", "yuv420p", "-an -c:v mpeg4 -q:v 2", "out.mkv", ("mpeg4", "yuv420p")),
    change("wmv2.wmv", "wmv2", "yuv420p", "-an -c:v wmv2 -q:v 2", "out.mkv", ("wmv2", "yuv420p")),
    change("flv1.flv", "flv1", "yuv420p", "-an -c:v flv -q:v 2", "out.mp4", ("h264", "yuv420p")),
    change(
      "theora.ogg", "theora", "yuv420p", "-an -c:v libtheora -q:v 10", "out.mkv",
      ("h264", "yuv420p")),
    change("gray.mkv", "ffv1", "gray", "-an -c:v ffv1", "out.mp4", ("h264", "yuv420p")),
    change("gray-12.mkv", "ffv1", "gray12le", "-an -c:v ffv1", "out.mp4", ("h264", "yuv420p10le")),
    change("411.avi", "ffv1", "yuv411p", "-an -c:v ffv1", "out.mp4", ("h264", "yuv422p")),
    change("16.mkv", "ffv1", "yuv422p16le", "-an -c:v ffv1", "out.mp4", ("h264", "yuv422p10le")),
    change("alpha.mkv", "ffv1", "yuva420p", "-an -c:v ffv1", "out.mp4", ("h264", "yuv420p")),
    change("nv12.nut", "rawvideo", "nv12", "-an -c:v rawvideo", "out.mp4", ("h264", "yuv420p")),
    change("rgb.avi", "rawvideo", "bgr24", "-an -c:v rawvideo", "out.mp4", ("h264", "yuv444p")).but
    { $0.except = [.matrix] },
    change("gif.gif", "gif", "bgra", "-an -c:v gif -pix_fmt rgb8", "out.mp4", ("h264", "yuv444p"))
      .but {
        $0.decibels = 28
        $0.except = [.matrix]
      },
    change(
      "uneven.mkv", "h264", "yuv420p", "\(x264) \(unevenTimes)", "out.mp4", ("h264", "yuv420p")
    ).but { $0.except = [.frameRate, .range] },
    change(
      "uneven.mp4", "h264", "yuv420p", "\(x264) \(unevenTimes)", "out.webm", ("vp9", "yuv420p")
    ).but { $0.except = [.frameRate] },
    change(
      "interlaced.ts", "mpeg2video", "yuv420p",
      "-an -c:v mpeg2video -q:v 2 -flags +ildct+ilme -top 1 -vf setfield=tff", "out.mp4",
      ("mpeg2video", "yuv420p")),
    change(
      "wide.ts", "h264", "yuv420p", "\(x264) -vf setsar=16/11", "out.webm", ("vp9", "yuv420p")
    ).but { $0.except = [.pixelAspect] },
    change("b.mp4", "h264", "yuv420p", x264, "out.avi", ("h264", "yuv420p")),
    chosen("h264.mp4", "h264", "yuv420p", x264, "hevc", "out.mp4", ("hevc", "yuv420p")),
    chosen("h264.mov", "h264", "yuv422p10le", x264, "prores", "out.mov", ("prores", "yuv422p10le"))
      .but { $0.except = [.chromaLocation] },
    chosen("h264-full.mp4", "h264", "yuvj420p", x264, "av1", "out.webm", ("av1", "yuv420p")),
    chosen("hevc-12.mp4", "hevc", "yuv420p12le", x265, "vp9", "out.webm", ("vp9", "yuv420p12le")),
    chosen("vp9.webm", "vp9", "yuv420p", vp9, "h264", "out.mp4", ("h264", "yuv420p")),
    chosen("hdr10.mkv", "hevc", "yuv420p10le", hdr10, "av1", "out.mp4", ("av1", "yuv420p10le")),
  ]

  /// What the output's container cannot hold, and is not lost in silence.
  static let refusals: [MatrixRow] = [
    MatrixRow("no-prores.mov", "prores", "yuv422p10le", "-an -c:v prores_ks").but {
      $0.to = "out.mp4"
      $0.with = ["--codec", "prores"]
    },
    MatrixRow("no-ffv1.mp4", "h264", "yuv420p", x264).but {
      $0.to = "out.webm"
      $0.with = ["--codec", "ffv1"]
    },
    MatrixRow(
      "no-past.ts", "h264", "yuv420p", "\(x264) -output_ts_offset 95443.5 -muxdelay 0"
    ).but { $0.to = "out.mp4" },
  ]

  /// Every kind of pixel format that FFV1 takes as it is, and some that have a like in it.
  static let formats = [
    "yuv410p", "yuv411p", "yuv420p", "yuv422p", "yuv440p", "yuv444p", "yuva420p", "yuva422p",
    "yuva444p", "yuv420p9le", "yuv420p10le", "yuv422p10le", "yuv444p10le", "yuva444p10le",
    "yuv420p12le", "yuv422p12le", "yuv444p12le", "yuv420p14le", "yuv420p16le", "yuv444p16le",
    "yuva444p16le", "gray", "gray9le", "gray10le", "gray12le", "gray16le", "ya8", "gbrp9le",
    "gbrp10le", "gbrp12le", "gbrp14le", "gbrp16le", "gbrap10le", "gbrap12le", "gbrap16le",
    "bgra", "rgb48le", "rgba64le", "nv12", "yuyv422", "uyvy422", "rgb24", "gbrp", "gbrap",
  ]

  private static let hdr10 =
    "\(x265):hdr-opt=1:repeat-headers=1:max-cll=1000,400:master-display="
    + "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1) "
    + "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc"

  private static func uneven(
    _ name: String, _ codec: String, _ format: String, _ options: String
  ) -> MatrixRow {
    MatrixRow(
      name, codec, format,
      "\(options) \(unevenTimes)")
  }

  private static let unevenTimes =
    "-fps_mode vfr -enc_time_base 1/1000 -vf settb=1/1000,"
    + "setpts='40*N+7*mod(N,3)+100*gt(N,5)'"

  private static func change(
    _ name: String, _ codec: String, _ format: String, _ options: String, _ to: String,
    _ becomes: (codec: String, format: String)
  ) -> MatrixRow {
    MatrixRow("change-\(name)", codec, format, options).but {
      $0.to = to
      $0.becomes = becomes
    }
  }

  private static func chosen(
    _ name: String, _ codec: String, _ format: String, _ options: String, _ choice: String,
    _ to: String, _ becomes: (codec: String, format: String)
  ) -> MatrixRow {
    change("to-\(choice)-\(name)", codec, format, options, to, becomes).but {
      $0.with = ["--codec", choice]
    }
  }

  private static func turned(
    _ name: String, _ codec: String, _ format: String, _ options: String, _ matrix: [Int32]
  ) -> MatrixRow {
    MatrixRow(name, codec, format, options).but { $0.matrix = matrix }
  }

  private static func fields(
    _ name: String, _ codec: String, _ format: String, _ options: String, _ order: String
  ) -> MatrixRow {
    MatrixRow(name, codec, format, "\(options) -vf setfield=\(order)")
  }

  private static func coloured(
    _ name: String, _ codec: String, _ format: String, _ options: String, _ range: String,
    _ matrix: String, _ transfer: String, _ primaries: String
  ) -> MatrixRow {
    MatrixRow(
      name, codec, format,
      "\(options) -color_range \(range) -colorspace \(matrix) -color_trc \(transfer) "
        + "-color_primaries \(primaries)")
  }

  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test(arguments: codings)
  func `codecs and pixel formats`(row: MatrixRow) throws { try expectNothingLost(row) }

  @Test(arguments: timings)
  func `clocks, beginnings and ends`(row: MatrixRow) throws { try expectNothingLost(row) }

  @Test(arguments: properties)
  func `turned pictures, fields, shapes, colours`(row: MatrixRow) throws {
    try expectNothingLost(row)
  }

  @Test(arguments: changes)
  func `other containers and codecs`(row: MatrixRow) throws { try expectNothingLost(row) }

  @Test(arguments: refusals)
  func `what does not fit is refused`(row: MatrixRow) throws {
    let outcome = try Binary.anonymize.run(
      ["--quiet"] + row.with + ["--", row.clip(), row.output], workingDirectory: bench.folder.url)
    #expect(outcome.status == 64, "\(outcome.standardError)")
    #expect(outcome.standardError.count { $0 == "\n" } == 1)
    #expect(try bench.folder.names == [])
  }

  @Test(arguments: formats)
  func `every bit stays in a lossless codec`(format: String) throws {
    let clip = try Clips.clip(
      "matrix-\(format).nut", from: [MatrixRow.plain()],
      "-an -c:v rawvideo -pix_fmt \(format)")
    let output = try bench.anonymized(clip, "out.mkv", "--codec", "ffv1")
    let stream = try Probe(output).stream("video")
    #expect(stream.codecName == "ffv1")
    #expect(try Likeness.hashes(clip).count == 10)
    #expect(try Likeness.hashes(output, format: format) == Likeness.hashes(clip))
  }

  private func expectNothingLost(_ row: MatrixRow) throws {
    let clip = try row.clip()
    let source = try Probe(clip, .frames)
    let video = try source.stream("video")
    try #require(video.codecName == row.codec && video.pixFmt == row.format, "\(video)")
    let frames = source.frames(of: video).count
    // Animals show no face, and what is copied would say nothing of the encoder.
    let outcome = try Binary.anonymize.run(
      ["--quiet", "--detail", "fast", "--copy-clean", "never"] + row.with + [
        "--", clip, row.output,
      ],
      workingDirectory: bench.folder.url,
      timeout: 600)
    try #require(outcome.status == 0 && outcome.standardError == "", "\(outcome.standardError)")
    let output = bench.path(row.output)
    let (codec, format) = row.becomes ?? (row.codec, row.format)
    let comparison = try Comparison(clip, output, codec: codec, format: format)
    let unexpected = comparison.differences.filter { !row.except.contains($0.key) }
    #expect(unexpected == [:])
    // Else a row would go on allowing what is mended.
    #expect(row.except.subtracting(comparison.differences.keys) == [])
    let likeness = try Likeness.decibels(output, clip, frames: frames, format: row.comparedFormat)
    #expect(likeness >= row.decibels)
  }
}

extension MatrixRow {
  /// A pixel format for comparison that loses nothing of the row's own.
  fileprivate var comparedFormat: String {
    switch format {
    case "rgb24", "bgr24", "rgb0": "gbrp"
    case "rgba", "bgra", "argb", "pal8": "gbrap"
    case "rgb48be": "gbrp16le"
    case "uyvy422": "yuv422p"
    case "nv12": "yuv420p"
    default: format
    }
  }
}
