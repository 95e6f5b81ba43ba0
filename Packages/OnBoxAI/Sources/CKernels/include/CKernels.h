// Arithmetic that Swift's optimizer does not turn into the machine's widest instructions.
//
// Every function exists twice, for AVX2 with FMA and in portable C, and those that multiply bytes once more for
// AVX-512 with VNNI; `messageai_kernels_best` picks by what the processor and the operating system can do. No function
// allocates, fails or keeps state. Matrices are row after row without gaps.
#ifndef MESSAGEAI_KERNELS_H
#define MESSAGEAI_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// How many outputs of a linear layer are packed side by side: the number of outputs must be a multiple.
#define MESSAGEAI_PANEL 16

/// The largest magnitude of a quantized activation: sums of 1,536 products with signed bytes stay below 2^31.
#define MESSAGEAI_ACTIVATION_LIMIT 8191

typedef struct messageai_kernels {
  /// Rows of floats as 16-bit integers, each row with its own scale: `rows[r][i]` is about `quantized[r][i] * scales[r]`.
  void (*quantize)(const float *rows, size_t count, size_t width, int16_t *quantized, float *scales);

  /// `results[r][o] = sum over i of rows[r][i] * weights[o][i], + bias[o]`, with weights of `messageai_pack_int8`.
  /// `inputs` is even and at most 1,536.
  void (*linear_int8)(const int16_t *rows, const float *row_scales, size_t count, size_t inputs, const int8_t *packed,
                      const float *weight_scales, const float *bias, size_t outputs, float *results);

  /// The same in floats, with weights of `messageai_pack_float`.
  void (*linear_float)(const float *rows, size_t count, size_t inputs, const float *packed, const float *bias,
                       size_t outputs, float *results);

  /// Self-attention of one text. `projected` holds per token its query, key and value (`heads * 32` floats each);
  /// `scratch` has room for `33 * (tokens rounded up to 32)` floats.
  void (*attention)(const float *projected, size_t tokens, size_t heads, float *scratch, float *results);

  /// The Gaussian error linear unit of each value, in place.
  void (*gelu)(float *values, size_t count);

  /// Adds `residual` to `rows` and normalizes each row to mean 0 and variance 1, then times `gain` plus `bias`.
  void (*add_normalize)(float *rows, const float *residual, const float *gain, const float *bias, size_t count,
                        size_t width, float epsilon);

  /// The mean of the rows, scaled to length 1 (zeros when its length is 0).
  void (*mean_unit)(const float *rows, size_t count, size_t width, float *result);

  /// The cosine of `query` with each of `count` packed vectors of `width` signed bytes; 0 with a vector of zeros.
  void (*scan_int8)(const int8_t *query, const int8_t *vectors, size_t count, size_t width, float *cosines);
} messageai_kernels;

/// The fastest kernels that this processor can run.
messageai_kernels messageai_kernels_best(void);

/// The kernels for AVX2 with FMA; NULL where the processor has neither or is no x86.
const messageai_kernels *_Nullable messageai_kernels_avx2(void);

/// The kernels in portable C.
messageai_kernels messageai_kernels_portable(void);

/// Quantizes `outputs` rows of `inputs` floats to signed bytes with one scale a row, and packs them for `linear_int8`
/// at `first` of a layer. `first` and `outputs` are multiples of `MESSAGEAI_PANEL`; `inputs` is even.
void messageai_pack_int8(const float *weights, size_t first, size_t outputs, size_t inputs, int8_t *packed,
                         float *scales);

/// Packs `outputs` rows of `inputs` floats for `linear_float` at `first` of a layer.
void messageai_pack_float(const float *weights, size_t first, size_t outputs, size_t inputs, float *packed);

/// Quantizes rows of floats to signed bytes with one scale a row.
void messageai_quantize_table(const float *rows, size_t count, size_t width, int8_t *quantized, float *scales);

/// `results[i] = row[i] * scale + addend[i]`.
void messageai_expand_row(const int8_t *row, float scale, const float *addend, size_t width, float *results);

/// The sum of the products of two arrays of `count` signed bytes. `count` is at most 65,536.
int32_t messageai_dot_int8(const int8_t *left, const int8_t *right, size_t count);

#pragma clang assume_nonnull end

#endif
