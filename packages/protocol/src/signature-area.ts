export const STROKE_UNITS = 1_000;
export const MAX_STROKES = 100;
export const MAX_STROKE_NUMBERS = 2_000;
export const MAX_SIGNATURES_LENGTH = 65_536;
export const MAX_TYPED_SIGNATURE = 200;

const MIN_CAPTION = 10;
const MAX_CAPTION = 20;

/** In points, without the caption. */
export const signatureArea = ({ width, height }: { width: number; height: number }) => ({
  width,
  height: height - Math.min(MAX_CAPTION, Math.max(MIN_CAPTION, height / 4)),
});
