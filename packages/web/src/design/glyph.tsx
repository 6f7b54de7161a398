import { Lines } from './icon.tsx';

/** Strokes on a 24 × 24 grid. */
const PATHS = {
  add: 'M12 5v14M5 12h14',
  archive: 'M4 4h16v4H4ZM5.5 8v12h13V8M10 12h4',
  audio: 'M4 10v4M8 6v12M12 9v6M16 4v16M20 10v4',
  back: 'm14 6-6 6 6 6',
  bell: 'M6 17h12l-1.5-2.5V10a4.5 4.5 0 0 0-9 0v4.5ZM10 20h4',
  calendar: 'M4 6h16v14H4ZM4 10.5h16M8 3.5v4M16 3.5v4',
  check: 'm5 12.5 4.5 4.5L19 7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.5l3.5 2',
  close: 'm6 6 12 12M18 6 6 18',
  comment: 'M4 5h16v11H11l-4.5 4v-4H4Z',
  confirm: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.3l2.7 2.7L16 9.5',
  document: 'M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M4 20h16',
  drag: 'M9 6v0M15 6v0M9 12v0M15 12v0M9 18v0M15 18v0',
  down: 'm6 9.5 6 6 6-6',
  edit: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19ZM14 6.5l3.5 3.5',
  file: 'M6 3h8l4 4v14H6ZM14 3v4h4',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5v0',
  image: 'M4 5h16v14H4ZM4 16l4.5-4.5 4 4 3-3L20 17M15.5 9v0',
  leave: 'M14 4H5v16h9M10 12h11M17.5 8.5 21 12l-3.5 3.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  more: 'M6 12v0M12 12v0M18 12v0',
  next: 'm10 6 6 6-6 6',
  note: 'M5 4h14v10l-5 6H5ZM14 20v-6h5M9 9h6',
  open: 'M14 4h6v6M20 4l-9 9M17 14v6H4V7h6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c0-3.6 3.3-6 7.5-6s7.5 2.4 7.5 6',
  stop: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9h6v6H9Z',
  todo: 'M4 5h5v5H4ZM4 14h5v5H4ZM13 7.5h7M13 16.5h7',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  up: 'm6 14.5 6-6 6 6',
  upload: 'M12 16V5M7.5 9 12 4.5 16.5 9M4 20h16',
  video: 'M4 6h11v12H4ZM15 11l5-3v8l-5-3',
  web: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9s.5-6 3.5-9',
  whiteboard: 'M3 5h18v11H3ZM8 20l4-4 4 4M8 12c1.5-4 3 2 4.5-1.5S15 9 16 9',
} as const;

export type GlyphName = keyof typeof PATHS;

export function Glyph({ name }: { name: GlyphName }) {
  return <Lines d={PATHS[name]} />;
}
