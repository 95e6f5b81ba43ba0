#include "variants.h"

#define VARIANT(name) name##_portable
#define TILE_ROWS 4

static void tile_int8_portable(const int16_t *rows, size_t height, size_t inputs, const int8_t *weights,
                               int32_t sums[TILE_ROWS][MESSAGEAI_PANEL]) {
  for (size_t line = 0; line < height; line++) {
    const int16_t *row = rows + line * inputs;
    int32_t totals[MESSAGEAI_PANEL] = {0};
    for (size_t input = 0; input < inputs; input += 2) {
      const int8_t *pair = weights + input * MESSAGEAI_PANEL;
      for (size_t lane = 0; lane < MESSAGEAI_PANEL; lane++) {
        totals[lane] += (int32_t)row[input] * pair[2 * lane] + (int32_t)row[input + 1] * pair[2 * lane + 1];
      }
    }
    for (size_t lane = 0; lane < MESSAGEAI_PANEL; lane++) sums[line][lane] = totals[lane];
  }
}

static void tile_float_portable(const float *rows, size_t height, size_t inputs, const float *weights,
                                float sums[TILE_ROWS][MESSAGEAI_PANEL]) {
  for (size_t line = 0; line < height; line++) {
    const float *row = rows + line * inputs;
    float totals[MESSAGEAI_PANEL] = {0};
    for (size_t input = 0; input < inputs; input++) {
      for (size_t lane = 0; lane < MESSAGEAI_PANEL; lane++) {
        totals[lane] += row[input] * weights[input * MESSAGEAI_PANEL + lane];
      }
    }
    for (size_t lane = 0; lane < MESSAGEAI_PANEL; lane++) sums[line][lane] = totals[lane];
  }
}

#include "body.h"

messageai_kernels messageai_kernels_portable(void) { return table_portable; }

messageai_kernels messageai_kernels_best(void) {
  const messageai_kernels *wide = messageai_kernels_avx2();
  if (!wide) return table_portable;
  messageai_kernels kernels = *wide;
  messageai_use_avx512(&kernels);
  return kernels;
}
