import { FONT, type Measure } from '../model/text-lines.ts';

const AT = 100;
let context: CanvasRenderingContext2D | null | undefined;

/** Says how wide a text is in the font of what is drawn; at one size, since widths grow with it. */
export const measureText: Measure = (text, fontSize) => {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * fontSize * 0.6;
  context.font = `${AT}px "${FONT}"`;
  return (context.measureText(text).width / AT) * fontSize;
};

/** Waits for the font: without it, lines would be broken by the widths of another one. */
export async function loadFont(): Promise<void> {
  await document.fonts.load(`16px "${FONT}"`).catch(() => undefined);
}
