import { FONT, type Measure } from '../model/text-lines.ts';

const AT = 100;
let context: CanvasRenderingContext2D | null | undefined;

/** Width of a text in the drawing font. It is measured at one size, since widths scale. */
export const measureText: Measure = (text, fontSize) => {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * fontSize * 0.6;
  context.font = `${AT}px "${FONT}"`;
  return (context.measureText(text).width / AT) * fontSize;
};

/** Waits for the font. Otherwise lines would wrap by the fallback's widths. */
export async function loadFont(): Promise<void> {
  await document.fonts.load(`16px "${FONT}"`).catch(() => undefined);
}
