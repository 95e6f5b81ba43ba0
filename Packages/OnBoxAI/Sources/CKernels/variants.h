#ifndef MESSAGEAI_VARIANTS_H
#define MESSAGEAI_VARIANTS_H

#include "CKernels.h"

/// Puts the kernels for AVX-512 with VNNI in the place of those for AVX2, whose results they give to the bit. Does
/// nothing where the processor or the operating system has it not.
void messageai_use_avx512(messageai_kernels *kernels);

#endif
