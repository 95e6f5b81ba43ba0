#ifndef MESSAGEAI_VARIANTS_H
#define MESSAGEAI_VARIANTS_H

#include "CKernels.h"

/// A case of a tile's height: where `rows` is inlined with a constant height, its sums stay in registers.
#define TILE_CASE(rows_of, lines) \
  case lines: return rows_of(rows, lines, inputs, weights, sums);
#define TILE_CASES_TO_FIVE(rows_of) \
  TILE_CASE(rows_of, 1) TILE_CASE(rows_of, 2) TILE_CASE(rows_of, 3) TILE_CASE(rows_of, 4) TILE_CASE(rows_of, 5)

/// Puts the kernels for AVX-512 with VNNI in the place of those for AVX2, whose results they give to the bit. Does
/// nothing where the processor or the operating system has it not.
void messageai_use_avx512(messageai_kernels *kernels);

#endif
