#include "variants.h"

#if defined(__x86_64__)

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)

#define VARIANT(name) name##_avx2
#define TILE_ROWS 6

// `height` is a constant where these are inlined, so the sums stay in registers: 12 of the 16 for six rows.

static inline __attribute__((always_inline)) void rows_int8(const int16_t *rows, const size_t height, size_t inputs,
                                                            const int8_t *weights,
                                                            int32_t sums[TILE_ROWS][MESSAGEAI_PANEL]) {
  __m256i totals[TILE_ROWS][2];
  for (size_t line = 0; line < height; line++) totals[line][0] = totals[line][1] = _mm256_setzero_si256();
  for (size_t input = 0; input < inputs; input += 2) {
    const __m128i *pair = (const __m128i *)(weights + input * MESSAGEAI_PANEL);
    const __m256i left = _mm256_cvtepi8_epi16(_mm_loadu_si128(pair));
    const __m256i right = _mm256_cvtepi8_epi16(_mm_loadu_si128(pair + 1));
#pragma clang loop unroll(full)
    for (size_t line = 0; line < height; line++) {
      int32_t both;
      __builtin_memcpy(&both, rows + line * inputs + input, sizeof both);
      const __m256i values = _mm256_set1_epi32(both);
      totals[line][0] = _mm256_add_epi32(totals[line][0], _mm256_madd_epi16(values, left));
      totals[line][1] = _mm256_add_epi32(totals[line][1], _mm256_madd_epi16(values, right));
    }
  }
  for (size_t line = 0; line < height; line++) {
    _mm256_storeu_si256((__m256i *)sums[line], totals[line][0]);
    _mm256_storeu_si256((__m256i *)(sums[line] + 8), totals[line][1]);
  }
}

static inline __attribute__((always_inline)) void rows_float(const float *rows, const size_t height, size_t inputs,
                                                             const float *weights,
                                                             float sums[TILE_ROWS][MESSAGEAI_PANEL]) {
  __m256 totals[TILE_ROWS][2];
  for (size_t line = 0; line < height; line++) totals[line][0] = totals[line][1] = _mm256_setzero_ps();
  for (size_t input = 0; input < inputs; input++) {
    const __m256 left = _mm256_loadu_ps(weights + input * MESSAGEAI_PANEL);
    const __m256 right = _mm256_loadu_ps(weights + input * MESSAGEAI_PANEL + 8);
#pragma clang loop unroll(full)
    for (size_t line = 0; line < height; line++) {
      const __m256 value = _mm256_broadcast_ss(rows + line * inputs + input);
      totals[line][0] = _mm256_fmadd_ps(value, left, totals[line][0]);
      totals[line][1] = _mm256_fmadd_ps(value, right, totals[line][1]);
    }
  }
  for (size_t line = 0; line < height; line++) {
    _mm256_storeu_ps(sums[line], totals[line][0]);
    _mm256_storeu_ps(sums[line] + 8, totals[line][1]);
  }
}

static void tile_int8_avx2(const int16_t *rows, size_t height, size_t inputs, const int8_t *weights,
                           int32_t sums[TILE_ROWS][MESSAGEAI_PANEL]) {
  switch (height) {
    TILE_CASES_TO_FIVE(rows_int8)
    default: return rows_int8(rows, 6, inputs, weights, sums);
  }
}

static void tile_float_avx2(const float *rows, size_t height, size_t inputs, const float *weights,
                            float sums[TILE_ROWS][MESSAGEAI_PANEL]) {
  switch (height) {
    TILE_CASES_TO_FIVE(rows_float)
    default: return rows_float(rows, 6, inputs, weights, sums);
  }
}

#include "body.h"

#pragma clang attribute pop

const messageai_kernels *messageai_kernels_avx2(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &table_avx2 : NULL;
}

#else

const messageai_kernels *messageai_kernels_avx2(void) { return NULL; }

#endif
