import { FONT, type Measure } from '../model/text-lines.ts';

const AT = 100;
let context: CanvasRenderingContext2D | null | undefined;

/** Widths are proportional to the font size. */
export const measureText: Measure = (text, fontSize) => {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * fontSize * 0.6;
  context.font = `${AT}px "${FONT}"`;
  return (context.measureText(text).width / AT) * fontSize;
};

export async function loadFont(): Promise<void> {
  await document.fonts.load(`16px "${FONT}"`).catch(() => undefined);
}
