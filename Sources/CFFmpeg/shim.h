#pragma once

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mathematics.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
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

/// A stream's display matrix, nine numbers, or NULL.
static inline const int32_t *cffmpeg_display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 36 ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return size >= 36 ? (const int32_t *)data : NULL;
#endif
}

/// Copies one kind of stream side data; absent data is no error.
static inline int cffmpeg_copy_side_data(
    const AVStream *from, AVStream *to, enum AVPacketSideDataType type) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      from->codecpar->coded_side_data, from->codecpar->nb_coded_side_data, type);
  if (!data) return 0;
  AVPacketSideData *copy = av_packet_side_data_new(
      &to->codecpar->coded_side_data, &to->codecpar->nb_coded_side_data, type, data->size, 0);
  if (!copy) return AVERROR(ENOMEM);
  memcpy(copy->data, data->data, data->size);
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(from, type, &size);
  if (!data) return 0;
  uint8_t *copy = av_stream_new_side_data(to, type, size);
  if (!copy) return AVERROR(ENOMEM);
  memcpy(copy, data, size);
#endif
  return 0;
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
