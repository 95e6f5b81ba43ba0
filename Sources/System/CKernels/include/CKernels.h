// Arithmetic that Swift's optimizer does not turn into the machine's widest instructions.
#ifndef MESSAGEAI_KERNELS_H
#define MESSAGEAI_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/// The sum of the products of two arrays of `count` signed bytes. `count` is at most 65,536.
int32_t messageai_dot_int8(const int8_t *left, const int8_t *right, size_t count);

#endif
