// The code of `linear_int8` around a variant's `tile_int8`, compiled once for each kind of processor.

static void VARIANT(linear_int8)(const int16_t *rows, const float *row_scales, size_t count, size_t inputs,
                                 const int8_t *packed, const float *weight_scales, const float *bias, size_t outputs,
                                 float *results) {
  // Panel by panel: a panel's weights stay in the first cache while all rows pass.
  for (size_t panel = 0; panel < outputs; panel += MESSAGEAI_PANEL) {
    const int8_t *weights = packed + panel * inputs;
    for (size_t row = 0; row < count; row += TILE_ROWS) {
      const size_t height = count - row < TILE_ROWS ? count - row : TILE_ROWS;
      int32_t sums[TILE_ROWS][MESSAGEAI_PANEL];
      VARIANT(tile_int8)(rows + row * inputs, height, inputs, weights, sums);
      for (size_t line = 0; line < height; line++) {
        float *target = results + (row + line) * outputs + panel;
        const float scale = row_scales[row + line];
        for (size_t lane = 0; lane < MESSAGEAI_PANEL; lane++) {
          target[lane] = (float)sums[line][lane] * (scale * weight_scales[panel + lane]) + bias[panel + lane];
        }
      }
    }
  }
}
