#pragma once
#include <dlfcn.h>
#include <openvino/c/openvino.h>
#ifdef __linux__
#include <linux/memfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A descriptor of a new empty file in memory, for the library to write to; -1, with `errno` set,
/// where there can be none. C libraries declare `memfd_create` only where they are asked to.
static inline int copenvino_memory_file(void) {
  return (int)syscall(SYS_memfd_create, "network", MFD_CLOEXEC);
}
#endif

// The functions of OpenVINO's C library that are called, each named once. Linking them would end
// the program in the dynamic loader, with no word about what to do, where the library is missing.
#define COPENVINO_FUNCTIONS(APPLY)                      \
  APPLY(ov_get_last_err_msg)                            \
  APPLY(ov_free)                                        \
  APPLY(ov_get_openvino_version)                        \
  APPLY(ov_version_free)                                \
  APPLY(ov_core_create)                                 \
  APPLY(ov_core_free)                                   \
  APPLY(ov_core_get_versions_by_device_name)            \
  APPLY(ov_core_versions_free)                          \
  APPLY(ov_core_get_property)                           \
  APPLY(ov_core_set_properties)                         \
  APPLY(ov_core_read_model)                             \
  APPLY(ov_core_compile_model_props)                    \
  APPLY(ov_core_import_model)                           \
  APPLY(ov_model_free)                                  \
  APPLY(ov_model_reshape_single_input)                  \
  APPLY(ov_partial_shape_create_static)                 \
  APPLY(ov_partial_shape_free)                          \
  APPLY(ov_layout_create)                               \
  APPLY(ov_layout_free)                                 \
  APPLY(ov_preprocess_prepostprocessor_create)          \
  APPLY(ov_preprocess_prepostprocessor_free)            \
  APPLY(ov_preprocess_prepostprocessor_get_input_info)  \
  APPLY(ov_preprocess_prepostprocessor_build)           \
  APPLY(ov_preprocess_input_info_free)                  \
  APPLY(ov_preprocess_input_info_get_tensor_info)       \
  APPLY(ov_preprocess_input_info_get_model_info)        \
  APPLY(ov_preprocess_input_tensor_info_free)           \
  APPLY(ov_preprocess_input_tensor_info_set_element_type) \
  APPLY(ov_preprocess_input_tensor_info_set_layout)     \
  APPLY(ov_preprocess_input_model_info_free)            \
  APPLY(ov_preprocess_input_model_info_set_layout)      \
  APPLY(ov_compiled_model_free)                         \
  APPLY(ov_compiled_model_export_model)                 \
  APPLY(ov_compiled_model_create_infer_request)         \
  APPLY(ov_infer_request_free)                          \
  APPLY(ov_infer_request_set_input_tensor)              \
  APPLY(ov_infer_request_set_tensor)                    \
  APPLY(ov_infer_request_infer)                         \
  APPLY(ov_tensor_create)                               \
  APPLY(ov_tensor_data)                                 \
  APPLY(ov_tensor_free)

/// The addresses of those functions, each under the function's own name.
typedef struct copenvino_api {
#define COPENVINO_MEMBER(function) __typeof__(&function) _Nonnull function;
  COPENVINO_FUNCTIONS(COPENVINO_MEMBER)
#undef COPENVINO_MEMBER
} copenvino_api;

/// Opens the library at `path` and fills `api`.
///
/// Returns null when every function was found, else the dynamic loader's own message, which names
/// the library and the missing symbol and stays valid until the thread's next call to the loader.
/// The library is never closed again, since its thread pool outlives what it is asked to free.
static inline const char *_Nullable copenvino_load(const char *_Nonnull path,
                                                   copenvino_api *_Nonnull api) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define COPENVINO_LOOK_UP(function)                   \
  {                                                   \
    void *address = dlsym(library, #function);        \
    if (!address) return dlerror();                   \
    api->function = (__typeof__(&function))address;   \
  }
  COPENVINO_FUNCTIONS(COPENVINO_LOOK_UP)
#undef COPENVINO_LOOK_UP
  return 0;
}
