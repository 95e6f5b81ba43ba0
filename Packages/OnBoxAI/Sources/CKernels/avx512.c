#include "variants.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <math.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))), \
                             apply_to = function)

#define VARIANT(name) name##_avx512
#define TILE_ROWS 12

// One register holds a panel's 16 sums, so 12 rows take 12 of the 32.

static inline __attribute__((always_inline)) void rows_int8(const int16_t *rows, const size_t height, size_t inputs,
                                                            const int8_t *weights,
                                                            int32_t sums[TILE_ROWS][MESSAGEAI_PANEL]) {
  __m512i totals[TILE_ROWS];
  for (size_t line = 0; line < height; line++) totals[line] = _mm512_setzero_si512();
  for (size_t input = 0; input < inputs; input += 2) {
    const __m512i pair =
        _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(weights + input * MESSAGEAI_PANEL)));
#pragma clang loop unroll(full)
    for (size_t line = 0; line < height; line++) {
      int32_t both;
      __builtin_memcpy(&both, rows + line * inputs + input, sizeof both);
      totals[line] = _mm512_dpwssd_epi32(totals[line], _mm512_set1_epi32(both), pair);
    }
  }
  for (size_t line = 0; line < height; line++) _mm512_storeu_si512(sums[line], totals[line]);
}

static void tile_int8_avx512(const int16_t *rows, size_t height, size_t inputs, const int8_t *weights,
                             int32_t sums[TILE_ROWS][MESSAGEAI_PANEL]) {
  switch (height) {
    TILE_CASES_TO_FIVE(rows_int8)
    TILE_CASE(rows_int8, 6)
    TILE_CASE(rows_int8, 7)
    TILE_CASE(rows_int8, 8)
    TILE_CASE(rows_int8, 9)
    TILE_CASE(rows_int8, 10)
    TILE_CASE(rows_int8, 11)
    default: return rows_int8(rows, 12, inputs, weights, sums);
  }
}

#include "linear.h"

static void scan_int8_avx512(const int8_t *query, const int8_t *vectors, size_t count, size_t width, float *cosines) {
  int32_t length = 0;
  for (size_t index = 0; index < width; index++) length += (int32_t)query[index] * query[index];
  for (size_t vector = 0; vector < count; vector++) {
    const int8_t *values = vectors + vector * width;
    __m512i products = _mm512_setzero_si512(), squares = _mm512_setzero_si512();
    size_t index = 0;
    for (; index + 32 <= width; index += 32) {
      const __m512i left = _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(query + index)));
      const __m512i right = _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(values + index)));
      products = _mm512_dpwssd_epi32(products, left, right);
      squares = _mm512_dpwssd_epi32(squares, right, right);
    }
    int32_t product = _mm512_reduce_add_epi32(products), square = _mm512_reduce_add_epi32(squares);
    for (; index < width; index++) {
      product += (int32_t)query[index] * values[index];
      square += (int32_t)values[index] * values[index];
    }
    const float norms = (float)length * (float)square;
    cosines[vector] = norms > 0 ? (float)product / sqrtf(norms) : 0;
  }
}

#pragma clang attribute pop

void messageai_use_avx512(messageai_kernels *kernels) {
  __builtin_cpu_init();
  // Of avx512f this also asks whether the operating system keeps the wide registers.
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl") ||
      !__builtin_cpu_supports("avx512vnni")) {
    return;
  }
  kernels->linear_int8 = linear_int8_avx512;
  kernels->scan_int8 = scan_int8_avx512;
}

#else

void messageai_use_avx512(messageai_kernels *kernels) { (void)kernels; }

#endif
