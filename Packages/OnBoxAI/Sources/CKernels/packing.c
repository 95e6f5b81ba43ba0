#include "CKernels.h"

#include <math.h>

static float largest_magnitude(const float *values, size_t count) {
  float largest = 0;
  for (size_t index = 0; index < count; index++) largest = fmaxf(largest, fabsf(values[index]));
  return largest;
}

static int8_t rounded(float value) {
  return (int8_t)lrintf(fminf(127, fmaxf(-127, value)));
}

void messageai_pack_int8(const float *weights, size_t first, size_t outputs, size_t inputs, int8_t *packed,
                         float *scales) {
  for (size_t row = 0; row < outputs; row++) {
    const float *source = weights + row * inputs;
    const size_t output = first + row;
    const float largest = largest_magnitude(source, inputs);
    const float inverse = largest > 0 ? 127 / largest : 0;
    scales[output] = largest / 127;
    // A panel holds, for each pair of inputs, the two weights of each of its outputs.
    int8_t *panel = packed + output / MESSAGEAI_PANEL * MESSAGEAI_PANEL * inputs;
    const size_t lane = output % MESSAGEAI_PANEL * 2;
    for (size_t input = 0; input < inputs; input++) {
      panel[input / 2 * 2 * MESSAGEAI_PANEL + lane + input % 2] = rounded(source[input] * inverse);
    }
  }
}

void messageai_pack_float(const float *weights, size_t first, size_t outputs, size_t inputs, float *packed) {
  for (size_t row = 0; row < outputs; row++) {
    const size_t output = first + row;
    float *panel = packed + output / MESSAGEAI_PANEL * MESSAGEAI_PANEL * inputs + output % MESSAGEAI_PANEL;
    for (size_t input = 0; input < inputs; input++) panel[input * MESSAGEAI_PANEL] = weights[row * inputs + input];
  }
}

void messageai_quantize_table(const float *rows, size_t count, size_t width, int8_t *quantized, float *scales) {
  for (size_t row = 0; row < count; row++) {
    const float *source = rows + row * width;
    const float largest = largest_magnitude(source, width);
    const float inverse = largest > 0 ? 127 / largest : 0;
    scales[row] = largest / 127;
    for (size_t index = 0; index < width; index++) quantized[row * width + index] = rounded(source[index] * inverse);
  }
}

void messageai_expand_row(const int8_t *row, float scale, const float *addend, size_t width, float *results) {
  for (size_t index = 0; index < width; index++) results[index] = (float)row[index] * scale + addend[index];
}

int32_t messageai_dot_int8(const int8_t *left, const int8_t *right, size_t count) {
  int32_t sum = 0;
  for (size_t index = 0; index < count; index++) sum += (int32_t)left[index] * right[index];
  return sum;
}
