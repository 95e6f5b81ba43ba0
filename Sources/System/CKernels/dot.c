#include "CKernels.h"

int32_t messageai_dot_int8(const int8_t *left, const int8_t *right, size_t count) {
  int32_t sum = 0;
  for (size_t index = 0; index < count; index++) sum += (int32_t)left[index] * right[index];
  return sum;
}
