#ifndef MESSAGEAI_VARIANTS_H
#define MESSAGEAI_VARIANTS_H

#include "CKernels.h"

/// The kernels for AVX2 with FMA; NULL where the processor has neither or is no x86.
const messageai_kernels *messageai_kernels_avx2(void);

#endif
