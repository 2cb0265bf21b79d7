#pragma once

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mathematics.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <string.h>
#include <unistd.h>

// Macros that Swift does not see: casts and tags that expand to expressions.

static const int cffmpeg_error_again = AVERROR(EAGAIN);
static const int cffmpeg_error_end = AVERROR_EOF;
static const int cffmpeg_error_exit = AVERROR_EXIT;
static const int cffmpeg_error_invalid_data = AVERROR_INVALIDDATA;
static const int cffmpeg_error_invalid_argument = AVERROR(EINVAL);
static const int cffmpeg_error_no_memory = AVERROR(ENOMEM);
static const int cffmpeg_error_decoder_missing = AVERROR_DECODER_NOT_FOUND;
static const int cffmpeg_error_demuxer_missing = AVERROR_DEMUXER_NOT_FOUND;
static const int cffmpeg_error_stream_missing = AVERROR_STREAM_NOT_FOUND;
static const int cffmpeg_error_unsupported = AVERROR_PATCHWELCOME;
static const int64_t cffmpeg_no_timestamp = AV_NOPTS_VALUE;
static const int cffmpeg_quality_scale = FF_QP2LAMBDA;

/// The POSIX error number inside a libav error, 0 where it is one of libav's own.
static inline int cffmpeg_errno(int error) {
  int number = AVUNERROR(error);
  return number > 0 && number < 4096 ? number : 0;
}

// Fields that moved between libav releases.

static inline int64_t cffmpeg_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 2, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline void cffmpeg_clear_frame_type(AVFrame *frame) {
  frame->pict_type = AV_PICTURE_TYPE_NONE;
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  frame->flags &= ~AV_FRAME_FLAG_KEY;
#else
  frame->key_frame = 0;
#endif
}

static inline int cffmpeg_frame_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

static inline void cffmpeg_frame_set_interlaced(AVFrame *frame, int interlaced) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  frame->flags &= ~AV_FRAME_FLAG_INTERLACED;
  if (interlaced) frame->flags |= AV_FRAME_FLAG_INTERLACED;
#else
  frame->interlaced_frame = interlaced;
#endif
}

static inline int cffmpeg_frame_is_top_field_first(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
  return frame->top_field_first;
#endif
}

/// One kind of a stream's side data, or NULL.
static inline const uint8_t *cffmpeg_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

/// Room for one kind of side data on an output stream, or NULL where memory runs out.
static inline uint8_t *cffmpeg_add_side_data(
    AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
  return data ? data->data : NULL;
#else
  return av_stream_new_side_data(stream, type, size);
#endif
}

// An AVIOContext over a file descriptor that stays the caller's. The write callback's signature
// differs between releases, which is why it lives here.

#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(61, 0, 100)
static int cffmpeg_write(void *opaque, const uint8_t *bytes, int count) {
#else
static int cffmpeg_write(void *opaque, uint8_t *bytes, int count) {
#endif
  int done = 0;
  while (done < count) {
    ssize_t written = write((int)(intptr_t)opaque, bytes + done, (size_t)(count - done));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return AVERROR(errno);
    done += (int)written;
  }
  return count;
}

static int cffmpeg_read(void *opaque, uint8_t *bytes, int count) {
  for (;;) {
    ssize_t taken = read((int)(intptr_t)opaque, bytes, (size_t)count);
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return AVERROR(errno);
    return taken == 0 ? AVERROR_EOF : (int)taken;
  }
}

static int64_t cffmpeg_seek(void *opaque, int64_t offset, int whence) {
  int descriptor = (int)(intptr_t)opaque;
  if (whence & AVSEEK_SIZE) {
    off_t here = lseek(descriptor, 0, SEEK_CUR);
    off_t end = lseek(descriptor, 0, SEEK_END);
    if (here < 0 || end < 0 || lseek(descriptor, here, SEEK_SET) < 0) return AVERROR(errno);
    return end;
  }
  off_t position = lseek(descriptor, offset, whence & ~AVSEEK_FORCE);
  return position < 0 ? AVERROR(errno) : position;
}

static inline AVIOContext *cffmpeg_open_descriptor(int descriptor, int writes) {
  const int size = 1 << 18;
  unsigned char *buffer = (unsigned char *)av_malloc(size);
  if (!buffer) return NULL;
  AVIOContext *context = avio_alloc_context(
      buffer, size, writes, (void *)(intptr_t)descriptor, cffmpeg_read, cffmpeg_write,
      cffmpeg_seek);
  if (!context) av_free(buffer);
  return context;
}

static inline void cffmpeg_close_descriptor(AVIOContext **context) {
  if (*context) av_freep(&(*context)->buffer);
  avio_context_free(context);
}

/// The pixel formats that an encoder takes, ended by AV_PIX_FMT_NONE, or NULL where any will do.
static inline const enum AVPixelFormat *cffmpeg_encoder_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &list, NULL) < 0)
    return NULL;
  return (const enum AVPixelFormat *)list;
#else
  return codec->pix_fmts;
#endif
}

/// The frame rates that an encoder takes, ended by 0/0, or NULL where any will do.
static inline const AVRational *cffmpeg_encoder_rates(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_FRAME_RATE, 0, &list, NULL) < 0)
    return NULL;
  return (const AVRational *)list;
#else
  return codec->supported_framerates;
#endif
}

/// Appends a chapter; times are in ticks of `time_base`. The title may be NULL.
static inline int cffmpeg_add_chapter(
    AVFormatContext *context, int64_t id, AVRational time_base, int64_t start, int64_t end,
    const char *title) {
  AVChapter *chapter = (AVChapter *)av_mallocz(sizeof(AVChapter));
  if (!chapter) return AVERROR(ENOMEM);
  chapter->id = id;
  chapter->time_base = time_base;
  chapter->start = start;
  chapter->end = end;
  if (title) av_dict_set(&chapter->metadata, "title", title, 0);
  int count = (int)context->nb_chapters;
  int status = av_dynarray_add_nofree(&context->chapters, &count, chapter);
  if (status < 0) {
    av_dict_free(&chapter->metadata);
    av_free(chapter);
    return status;
  }
  context->nb_chapters = (unsigned)count;
  return 0;
}

/// Whether a container's own tag for a coding may be `tag`.
static inline int cffmpeg_tag_fits(
    const AVOutputFormat *format, enum AVCodecID codec, unsigned tag) {
  return !format->codec_tag || av_codec_get_id(format->codec_tag, tag) == codec;
}

/// Whom a log line is about: what a codec's context, or any of its threads' copies, names as its
/// owner; else the logging context itself.
static inline void *cffmpeg_log_owner(void *context) {
  if (!context || *(const AVClass **)context != avcodec_get_class()) return context;
  return ((AVCodecContext *)context)->opaque;
}

/// Whether libavformat leaves it to its user to move Opus packets by the codec delay that its
/// Matroska muxer writes.
static const int cffmpeg_moves_opus = LIBAVFORMAT_VERSION_MAJOR <= 59;
