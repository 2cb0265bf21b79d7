// Usage: openh264 <STREAM >PICTURES
//
// Decodes H.264 in Annex B form, each access unit of which begins with a delimiter, by OpenH264 and
// without concealing anything; writes I420. An access unit that it rejects is one line on standard
// error and makes the exit status 1.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wels/codec_api.h>

enum { ACCESS_UNIT_DELIMITER = 9, DELIMITER_BYTES = 5, MOST_BYTES = 64 << 20 };

static void require(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "openh264: %s\n", what);
  exit(2);
}

static void write_picture(unsigned char *const planes[3], const SBufferInfo *info) {
  if (info->iBufferStatus != 1) return;
  const SSysMEMBuffer *form = &info->UsrData.sSystemBuffer;
  for (int plane = 0; plane < 3; plane++) {
    const size_t width = plane ? form->iWidth / 2 : form->iWidth;
    const int height = plane ? form->iHeight / 2 : form->iHeight;
    const int stride = form->iStride[plane ? 1 : 0];
    for (int row = 0; row < height; row++) {
      const unsigned char *start = planes[plane] + (size_t)row * stride;
      require(fwrite(start, 1, width, stdout) == width, "cannot write");
    }
  }
}

static int begins_unit(const unsigned char *bytes) {
  return !bytes[0] && !bytes[1] && !bytes[2] && bytes[3] == 1 &&
         (bytes[4] & 31) == ACCESS_UNIT_DELIMITER;
}

int main(void) {
  unsigned char *stream = malloc(MOST_BYTES);
  require(stream != NULL, "no memory");
  const size_t count = fread(stream, 1, MOST_BYTES, stdin);
  require(count > DELIMITER_BYTES && count < MOST_BYTES, "the stream is empty or too long");
  require(begins_unit(stream), "the stream does not begin with a delimiter");

  ISVCDecoder *decoder;
  require(WelsCreateDecoder(&decoder) == 0, "no decoder");
  SDecodingParam parameters = {
      .uiTargetDqLayer = 255,
      .eEcActiveIdc = ERROR_CON_DISABLE,
      .sVideoProperty = {.size = sizeof parameters.sVideoProperty,
                         .eVideoBsType = VIDEO_BITSTREAM_AVC},
  };
  require((*decoder)->Initialize(decoder, &parameters) == 0, "the decoder cannot begin");

  int rejected = 0;
  for (size_t start = 0, end; start < count; start = end) {
    for (end = start + 1; end < count; end++) {
      if (count - end >= DELIMITER_BYTES && begins_unit(stream + end)) break;
    }
    unsigned char *planes[3] = {NULL};
    SBufferInfo info;
    memset(&info, 0, sizeof info);
    const int state = (*decoder)->DecodeFrameNoDelay(
        decoder, stream + start, (int)(end - start), planes, &info);
    if (state != dsErrorFree) {
      fprintf(stderr, "openh264: state 0x%x at byte %zu\n", (unsigned)state, start);
      rejected = 1;
    }
    write_picture(planes, &info);
  }

  int at_end = 1, waiting = 0;
  (*decoder)->SetOption(decoder, DECODER_OPTION_END_OF_STREAM, &at_end);
  (*decoder)->GetOption(decoder, DECODER_OPTION_NUM_OF_FRAMES_REMAINING_IN_BUFFER, &waiting);
  for (; waiting > 0; waiting--) {
    unsigned char *planes[3] = {NULL};
    SBufferInfo info;
    memset(&info, 0, sizeof info);
    (*decoder)->FlushFrame(decoder, planes, &info);
    write_picture(planes, &info);
  }
  require(fflush(stdout) == 0, "cannot write");
  (*decoder)->Uninitialize(decoder);
  WelsDestroyDecoder(decoder);
  free(stream);
  return rejected;
}
