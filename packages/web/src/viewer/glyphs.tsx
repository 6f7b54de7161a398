import { Glyph, type GlyphName } from '../design/glyph.tsx';
import { Lines } from '../design/icon.tsx';

const PATHS = {
  larger: 'M12 5v14M5 12h14',
  loud: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 10l4.5 4.5M20.5 10 16 14.5',
  pause: 'M8 5v14M16 5v14',
  pin: 'M12 21s6.5-6.2 6.5-11.2a6.5 6.5 0 0 0-13 0C5.5 14.8 12 21 12 21ZM12 12a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  play: 'M7 4.5v15l12-7.5Z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5',
  smaller: 'M5 12h14',
  strip: 'M4 4h6v16H4ZM14 6h6M14 12h6M14 18h6',
  turn: 'M19.5 12a7.5 7.5 0 1 1-2.5-5.600M19.5 3.5V8H15',
} as const;

export type ViewerGlyphName = keyof typeof PATHS | GlyphName;

export function ViewerGlyph({ name }: { name: ViewerGlyphName }) {
  return name in PATHS ? <Lines d={PATHS[name as keyof typeof PATHS]} /> : <Glyph name={name as GlyphName} />;
}
