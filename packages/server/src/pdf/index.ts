export {
  DocumentFonts,
  drawableText,
  drawRuns,
  type FontName,
  MISSING,
  type StyledText,
  type TextMarks,
  widthOfRuns,
} from './fonts.ts';
export type { Family } from './noto.ts';
