export { type FontName, MISSING, registerFonts, withGlyphs } from './fonts.ts';
