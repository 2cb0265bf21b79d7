#pragma once

#include <dlfcn.h>
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mathematics.h>
#include <libavutil/murmur3.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/samplefmt.h>
#include <libavutil/sha.h>
#include <libavutil/time.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
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
static const int cffmpeg_error_protocol_missing = AVERROR_PROTOCOL_NOT_FOUND;
static const int cffmpeg_error_stream_missing = AVERROR_STREAM_NOT_FOUND;
static const int cffmpeg_error_http_server = AVERROR_HTTP_SERVER_ERROR;
static const int cffmpeg_error_unsupported = AVERROR_PATCHWELCOME;
static const int64_t cffmpeg_no_timestamp = AV_NOPTS_VALUE;
static const int cffmpeg_quality_scale = FF_QP2LAMBDA;

/// Whether a server says that it has no such thing for whoever asks.
static inline int cffmpeg_is_refusal(int error) {
  return error == AVERROR_HTTP_BAD_REQUEST || error == AVERROR_HTTP_UNAUTHORIZED
      || error == AVERROR_HTTP_FORBIDDEN || error == AVERROR_HTTP_NOT_FOUND
      || error == AVERROR_HTTP_OTHER_4XX || error == AVERROR(ENOENT);
}

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

/// Asks an encoder for a picture of a type, or leaves it to the encoder (AV_PICTURE_TYPE_NONE).
static inline void cffmpeg_set_frame_type(AVFrame *frame, enum AVPictureType type) {
  frame->pict_type = type;
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  frame->flags &= ~AV_FRAME_FLAG_KEY;
#else
  frame->key_frame = 0;
#endif
}

static inline int cffmpeg_frame_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
  return frame->key_frame;
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

static inline void cffmpeg_frame_set_top_field_first(AVFrame *frame, int top_field_first) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  frame->flags &= ~AV_FRAME_FLAG_TOP_FIELD_FIRST;
  if (top_field_first) frame->flags |= AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
  frame->top_field_first = top_field_first;
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

// How long reading may still wait, told from any thread.

/// What a blocking call of libavformat looks at, again and again, to learn whether to go on.
typedef struct {
  /// 0 to go on.
  int state;
  /// When to give up, in microseconds of `av_gettime_relative`; 0 for never.
  int64_t deadline;
} cffmpeg_interruption;

static inline void cffmpeg_interrupt(cffmpeg_interruption *interruption, int state) {
  __atomic_store_n(&interruption->state, state, __ATOMIC_RELEASE);
}

static inline int cffmpeg_interruption_state(const cffmpeg_interruption *interruption) {
  return __atomic_load_n(&interruption->state, __ATOMIC_ACQUIRE);
}

/// Has calls from now on give up after some microseconds; 0 lets them wait for ever.
static inline void cffmpeg_allow(cffmpeg_interruption *interruption, int64_t microseconds) {
  int64_t deadline = microseconds > 0 ? av_gettime_relative() + microseconds : 0;
  __atomic_store_n(&interruption->deadline, deadline, __ATOMIC_RELEASE);
}

/// An `AVIOInterruptCB` callback over a `cffmpeg_interruption`.
static inline int cffmpeg_is_interrupted(void *opaque) {
  const cffmpeg_interruption *interruption = (const cffmpeg_interruption *)opaque;
  if (__atomic_load_n(&interruption->state, __ATOMIC_ACQUIRE)) return 1;
  int64_t deadline = __atomic_load_n(&interruption->deadline, __ATOMIC_ACQUIRE);
  return deadline && av_gettime_relative() > deadline;
}

static inline void cffmpeg_set_interruption(
    AVFormatContext *context, cffmpeg_interruption *interruption) {
  context->interrupt_callback.callback = cffmpeg_is_interrupted;
  context->interrupt_callback.opaque = interruption;
}

// An AVIOContext over a file descriptor that stays the caller's. The write callback's signature
// differs between releases, which is why it lives here.

typedef struct {
  int number;
  // Where set, the other end may make this one wait, and the interruption ends the wait.
  cffmpeg_interruption *interruption;
} cffmpeg_descriptor;

/// Waits until a pipe is ready; a POSIX error as libav's, or 0.
static inline int cffmpeg_wait(const cffmpeg_descriptor *descriptor, short events) {
  while (descriptor->interruption) {
    if (cffmpeg_is_interrupted(descriptor->interruption)) return AVERROR_EXIT;
    struct pollfd request = {.fd = descriptor->number, .events = events};
    int ready = poll(&request, 1, 50);
    if (ready > 0) return 0;
    if (ready < 0 && errno != EINTR) return AVERROR(errno);
  }
  return 0;
}

#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(61, 0, 100)
static int cffmpeg_write(void *opaque, const uint8_t *bytes, int count) {
#else
static int cffmpeg_write(void *opaque, uint8_t *bytes, int count) {
#endif
  const cffmpeg_descriptor *descriptor = (const cffmpeg_descriptor *)opaque;
  // So much of a pipe that is ready can be written without waiting.
  const int most = descriptor->interruption ? PIPE_BUF : INT_MAX;
  int done = 0;
  while (done < count) {
    int status = cffmpeg_wait(descriptor, POLLOUT);
    if (status < 0) return status;
    int part = count - done < most ? count - done : most;
    ssize_t written = write(descriptor->number, bytes + done, (size_t)part);
    if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (written < 0) return AVERROR(errno);
    done += (int)written;
  }
  return count;
}

static int cffmpeg_read(void *opaque, uint8_t *bytes, int count) {
  const cffmpeg_descriptor *descriptor = (const cffmpeg_descriptor *)opaque;
  for (;;) {
    int status = cffmpeg_wait(descriptor, POLLIN);
    if (status < 0) return status;
    ssize_t taken = read(descriptor->number, bytes, (size_t)count);
    if (taken < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (taken < 0) return AVERROR(errno);
    return taken == 0 ? AVERROR_EOF : (int)taken;
  }
}

static int64_t cffmpeg_seek(void *opaque, int64_t offset, int whence) {
  int number = ((const cffmpeg_descriptor *)opaque)->number;
  if (whence & AVSEEK_SIZE) {
    off_t here = lseek(number, 0, SEEK_CUR);
    off_t end = lseek(number, 0, SEEK_END);
    if (here < 0 || end < 0 || lseek(number, here, SEEK_SET) < 0) return AVERROR(errno);
    return end;
  }
  off_t position = lseek(number, offset, whence & ~AVSEEK_FORCE);
  return position < 0 ? AVERROR(errno) : position;
}

/// Opens a context over a descriptor: a regular file where `interruption` is NULL, else a pipe.
static inline AVIOContext *cffmpeg_open_descriptor(
    int number, int writes, cffmpeg_interruption *interruption) {
  const int size = interruption ? 1 << 15 : 1 << 18;
  cffmpeg_descriptor *descriptor = (cffmpeg_descriptor *)av_mallocz(sizeof(cffmpeg_descriptor));
  unsigned char *buffer = (unsigned char *)av_malloc(size);
  AVIOContext *context = NULL;
  if (descriptor && buffer) {
    descriptor->number = number;
    descriptor->interruption = interruption;
    context = avio_alloc_context(
        buffer, size, writes, descriptor, cffmpeg_read, cffmpeg_write,
        interruption ? NULL : cffmpeg_seek);
  }
  if (!context) {
    av_free(buffer);
    av_free(descriptor);
  }
  return context;
}

static inline void cffmpeg_close_descriptor(AVIOContext **context) {
  if (*context) {
    av_freep(&(*context)->opaque);
    av_freep(&(*context)->buffer);
  }
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

static inline int cffmpeg_encoder_takes(const AVCodec *codec, int format) {
  const enum AVPixelFormat *formats = cffmpeg_encoder_formats(codec);
  for (; formats && *formats != AV_PIX_FMT_NONE; formats++)
    if (*formats == format) return 1;
  return 0;
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

/// The sample formats that an encoder takes, ended by AV_SAMPLE_FMT_NONE, or NULL where any will do.
static inline const enum AVSampleFormat *cffmpeg_encoder_sample_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &list, NULL) < 0)
    return NULL;
  return (const enum AVSampleFormat *)list;
#else
  return codec->sample_fmts;
#endif
}

/// The sample rates that an encoder takes, ended by 0, or NULL where any will do.
static inline const int *cffmpeg_encoder_sample_rates(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_RATE, 0, &list, NULL) < 0)
    return NULL;
  return (const int *)list;
#else
  return codec->supported_samplerates;
#endif
}

/// Resamples part of one frame of sound into part of another, both of at most 64 channels; `in` is
/// NULL to get what the resampler still holds. What finds no room stays in the resampler.
///
/// Frames keep planes behind a pointer whose constness in swr_convert's signature differs between
/// releases.
static inline int cffmpeg_resample(
    SwrContext *context, AVFrame *out, int out_start, int out_count, const AVFrame *in,
    int in_start, int in_count) {
  uint8_t *out_planes[64] = {0};
  const uint8_t *in_planes[64] = {0};
  const AVFrame *frames[2] = {out, in};
  for (int side = 0; side < 2 && frames[side]; side++) {
    const AVFrame *frame = frames[side];
    const int start = side ? in_start : out_start;
    const int planar = av_sample_fmt_is_planar((enum AVSampleFormat)frame->format);
    const int channels = frame->ch_layout.nb_channels;
    const int step = av_get_bytes_per_sample((enum AVSampleFormat)frame->format) *
                     (planar ? 1 : channels);
    if (channels > 64) return AVERROR(EINVAL);
    for (int plane = 0; plane < (planar ? channels : 1); plane++) {
      uint8_t *samples = frame->extended_data[plane] + (ptrdiff_t)start * step;
      if (side) in_planes[plane] = samples;
      else out_planes[plane] = samples;
    }
  }
  return swr_convert(context, out_planes, out_count, in ? in_planes : NULL, in_count);
}

/// Makes all samples of a frame silent.
static inline void cffmpeg_silence(AVFrame *frame) {
  av_samples_set_silence(
      frame->extended_data, 0, frame->nb_samples, frame->ch_layout.nb_channels,
      (enum AVSampleFormat)frame->format);
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

/// Registers the devices of libavdevice, which is loaded only now since it brings much along.
///
/// Source: `avdevice_register_all`. Returns 0 where the library is not there.
static inline int cffmpeg_load_devices(void) {
  // All releases number libavdevice as libavformat.
  char name[32];
  snprintf(name, sizeof(name), "libavdevice.so.%d", LIBAVFORMAT_VERSION_MAJOR);
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  void (*load)(void) = (void (*)(void))dlsym(library, "avdevice_register_all");
  if (!load) return 0;
  load();
  return 1;
}

/// Puts a copy of a codec's header in place of the present one.
static inline int cffmpeg_set_extradata(
    AVCodecParameters *parameters, const uint8_t *bytes, int count) {
  uint8_t *copy = (uint8_t *)av_mallocz((size_t)count + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!copy) return AVERROR(ENOMEM);
  if (count > 0) memcpy(copy, bytes, (size_t)count);
  av_freep(&parameters->extradata);
  parameters->extradata = copy;
  parameters->extradata_size = count;
  return 0;
}

/// Drops of a packet's side data all but what its playback needs: the rest may be anything.
static inline void cffmpeg_keep_playback_side_data(AVPacket *packet) {
  int kept = 0;
  for (int i = 0; i < packet->side_data_elems; i++) {
    AVPacketSideData data = packet->side_data[i];
    switch (data.type) {
      case AV_PKT_DATA_SKIP_SAMPLES:
      case AV_PKT_DATA_WEBVTT_IDENTIFIER:
      case AV_PKT_DATA_WEBVTT_SETTINGS:
        packet->side_data[kept++] = data;
        break;
      default:
        av_free(data.data);
    }
  }
  packet->side_data_elems = kept;
}
