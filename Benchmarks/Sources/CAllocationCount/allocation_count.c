#include "allocation_count.h"

#include <errno.h>
#include <stddef.h>

// A definition in the program goes before that of a shared library, for the libraries' own calls
// too. The C library keeps its functions under these names as well, and `free` takes what they give.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local uint64_t count;

uint64_t allocation_count(void) { return count; }

void *malloc(size_t size) {
  ++count;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  ++count;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  ++count;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  ++count;
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  void *block = __libc_memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  *memory = block;
  return 0;
}
