import { Lines } from '../design/icon.tsx';

const PATHS = {
  display: 'M3 5h18v11H3ZM9 20h6M12 16v4',
  pages: 'M8 3h8l4 4v11H8ZM16 3v4h4M4 7v14h11',
  camera: 'M4 6h11v12H4ZM15 11l5-3v8l-5-3',
  voice:
    'M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 0 0-7 0v5A3.5 3.5 0 0 0 12 15ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  bubble:
    'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM7.5 16.800c.7-1.900 2.400-3 4.5-3s3.800 1.100 4.5 3',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.5v15l12-7.5Z',
  stop: 'M7 7h10v10H7Z',
  pen: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19ZM14 6.5l3.5 3.5',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  clear: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13',
  close: 'm6 6 12 12M18 6 6 18',
  back: 'm14 6-6 6 6 6',
  next: 'm10 6 6 6-6 6',
} as const;

export type ClipGlyphName = keyof typeof PATHS;
export const clipGlyphNames = Object.keys(PATHS) as ClipGlyphName[];

export function ClipGlyph({ name }: { name: ClipGlyphName }) {
  return <Lines d={PATHS[name]} />;
}
