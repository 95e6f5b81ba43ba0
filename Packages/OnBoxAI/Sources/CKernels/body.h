// The kernels' code, compiled once for each kind of processor: the including file defines `VARIANT(name)`, the suffix
// of its functions, and the two functions that hold the inner products, `tile_int8` and `tile_float`.
// Loops are plain, so that the compiler turns them into the widest instructions that it is allowed to use.

#include <math.h>
#include <string.h>

static inline float VARIANT(exponential)(float value) {
  const float magic = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer that stands in the low bits
  value = value < -87.0f ? -87.0f : (value > 87.0f ? 87.0f : value);
  const float scaled = value * 1.44269504f;
  const float shifted = scaled + magic;
  const float fraction = scaled - (shifted - magic);
  float power = 1.5403530e-4f;
  power = power * fraction + 1.3333558e-3f;
  power = power * fraction + 9.6181291e-3f;
  power = power * fraction + 5.5504109e-2f;
  power = power * fraction + 2.4022651e-1f;
  power = power * fraction + 6.9314718e-1f;
  power = power * fraction + 1.0f;
  int32_t bits, exponent;
  memcpy(&bits, &power, sizeof bits);
  memcpy(&exponent, &shifted, sizeof exponent);
  bits += (int32_t)((uint32_t)exponent << 23);
  memcpy(&power, &bits, sizeof power);
  return power;
}

static void VARIANT(quantize)(const float *rows, size_t count, size_t width, int16_t *quantized, float *scales) {
  for (size_t row = 0; row < count; row++) {
    const float *source = rows + row * width;
    int16_t *target = quantized + row * width;
    // Magnitudes are in the order of their bits, and the largest of integers is found many at a time.
    uint32_t bits = 0;
    for (size_t index = 0; index < width; index++) {
      uint32_t magnitude;
      memcpy(&magnitude, source + index, sizeof magnitude);
      magnitude &= 0x7FFFFFFF;
      bits = magnitude > bits ? magnitude : bits;
    }
    float largest;
    memcpy(&largest, &bits, sizeof largest);
    const float inverse = largest > 0 ? MESSAGEAI_ACTIVATION_LIMIT / largest : 0;
    scales[row] = largest / MESSAGEAI_ACTIVATION_LIMIT;
    for (size_t index = 0; index < width; index++) {
      const float scaled = source[index] * inverse;
      target[index] = (int16_t)(int32_t)(scaled + (scaled < 0 ? -0.5f : 0.5f));
    }
  }
}

#include "linear.h"

static void VARIANT(linear_float)(const float *rows, size_t count, size_t inputs, const float *packed,
                                  const float *bias, size_t outputs, float *results) {
  for (size_t panel = 0; panel < outputs; panel += MESSAGEAI_PANEL) {
    const float *weights = packed + panel * inputs;
    for (size_t row = 0; row < count; row += TILE_ROWS) {
      const size_t height = count - row < TILE_ROWS ? count - row : TILE_ROWS;
      float sums[TILE_ROWS][MESSAGEAI_PANEL];
      VARIANT(tile_float)(rows + row * inputs, height, inputs, weights, sums);
      for (size_t line = 0; line < height; line++) {
        float *target = results + (row + line) * outputs + panel;
        for (size_t lane = 0; lane < MESSAGEAI_PANEL; lane++) target[lane] = sums[line][lane] + bias[panel + lane];
      }
    }
  }
}

#define HEAD 32
#define KEYS 32

static void VARIANT(attend)(const float *query, const float *keys, const float *values, size_t tokens, size_t padded,
                            size_t stride, float *weights, float *result) {
  const float scale = 0.17677669529f;  // 1 / sqrt(32)
  float largest = -INFINITY;
  for (size_t block = 0; block < padded; block += KEYS) {
    float sums[KEYS] = {0};
    for (size_t index = 0; index < HEAD; index++) {
      const float factor = query[index];
      for (size_t key = 0; key < KEYS; key++) sums[key] += factor * keys[index * padded + block + key];
    }
    for (size_t key = 0; key < KEYS; key++) weights[block + key] = sums[key] * scale;
  }
  for (size_t key = 0; key < tokens; key++) largest = weights[key] > largest ? weights[key] : largest;
  float sum = 0;
  for (size_t key = 0; key < padded; key++) weights[key] = VARIANT(exponential)(weights[key] - largest);
  {
#pragma clang fp reassociate(on)
    for (size_t key = 0; key < tokens; key++) sum += weights[key];
  }
  float totals[HEAD] = {0};
  for (size_t key = 0; key < tokens; key++) {
    const float weight = weights[key];
    for (size_t index = 0; index < HEAD; index++) totals[index] += weight * values[key * stride + index];
  }
  for (size_t index = 0; index < HEAD; index++) result[index] = totals[index] / sum;
}

static void VARIANT(attention)(const float *projected, size_t tokens, size_t heads, float *scratch, float *results) {
  const size_t width = heads * HEAD, stride = 3 * width, padded = (tokens + KEYS - 1) / KEYS * KEYS;
  float *keys = scratch, *weights = scratch + HEAD * padded;
  memset(keys, 0, HEAD * padded * sizeof(float));
  for (size_t head = 0; head < heads; head++) {
    const float *queries = projected + head * HEAD;
    for (size_t token = 0; token < tokens; token++) {
      for (size_t index = 0; index < HEAD; index++) {
        keys[index * padded + token] = queries[token * stride + width + index];
      }
    }
    for (size_t token = 0; token < tokens; token++) {
      VARIANT(attend)(queries + token * stride, keys, queries + 2 * width, tokens, padded, stride, weights,
                      results + token * width + head * HEAD);
    }
  }
}

static void VARIANT(gelu)(float *values, size_t count) {
  for (size_t index = 0; index < count; index++) {
    // erf by Abramowitz and Stegun 7.1.26: off by at most 1.5e-7.
    const float value = values[index];
    const float magnitude = fabsf(value) * 0.70710678f;
    const float t = 1.0f / (1.0f + 0.3275911f * magnitude);
    const float tail = ((((1.061405429f * t - 1.453152027f) * t + 1.421413741f) * t - 0.284496736f) * t + 0.254829592f) *
                       t * VARIANT(exponential)(-magnitude * magnitude);
    // The part of the normal distribution below `value`: half the tail, or one less half the tail.
    const float below = value < 0 ? 0.5f * tail : 1.0f - 0.5f * tail;
    values[index] = value * below;
  }
}

static void VARIANT(add_normalize)(float *rows, const float *residual, const float *gain, const float *bias,
                                   size_t count, size_t width, float epsilon) {
#pragma clang fp reassociate(on)
  for (size_t row = 0; row < count; row++) {
    float *target = rows + row * width;
    const float *addend = residual + row * width;
    float sum = 0;
    for (size_t index = 0; index < width; index++) {
      target[index] += addend[index];
      sum += target[index];
    }
    const float mean = sum / (float)width;
    float squares = 0;
    for (size_t index = 0; index < width; index++) {
      const float difference = target[index] - mean;
      squares += difference * difference;
    }
    const float inverse = 1.0f / sqrtf(squares / (float)width + epsilon);
    for (size_t index = 0; index < width; index++) {
      target[index] = (target[index] - mean) * inverse * gain[index] + bias[index];
    }
  }
}

static void VARIANT(mean_unit)(const float *rows, size_t count, size_t width, float *result) {
#pragma clang fp reassociate(on)
  memset(result, 0, width * sizeof(float));
  for (size_t row = 0; row < count; row++) {
    for (size_t index = 0; index < width; index++) result[index] += rows[row * width + index];
  }
  float squares = 0;
  for (size_t index = 0; index < width; index++) squares += result[index] * result[index];
  const float inverse = squares > 0 ? 1.0f / sqrtf(squares) : 0;
  for (size_t index = 0; index < width; index++) result[index] *= inverse;
}

static void VARIANT(scan_int8)(const int8_t *query, const int8_t *vectors, size_t count, size_t width,
                               float *cosines) {
  int32_t length = 0;
  for (size_t index = 0; index < width; index++) length += (int32_t)query[index] * query[index];
  for (size_t vector = 0; vector < count; vector++) {
    const int8_t *values = vectors + vector * width;
    int32_t product = 0, square = 0;
    for (size_t index = 0; index < width; index++) {
      product += (int32_t)query[index] * values[index];
      square += (int32_t)values[index] * values[index];
    }
    const float norms = (float)length * (float)square;
    cosines[vector] = norms > 0 ? (float)product / sqrtf(norms) : 0;
  }
}

static const messageai_kernels VARIANT(table) = {
    VARIANT(quantize),      VARIANT(linear_int8), VARIANT(linear_float), VARIANT(attention), VARIANT(gelu),
    VARIANT(add_normalize), VARIANT(mean_unit),   VARIANT(scan_int8),
};

#undef HEAD
#undef KEYS
