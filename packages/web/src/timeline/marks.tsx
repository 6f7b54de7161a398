import { Lines } from '../design/icon.tsx';

const PATHS = {
  compose: 'M12 5v14M5 12h14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.2 16.2 21 21',
  star: 'm12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8Z',
  mute: 'M8 6.5A4.5 4.5 0 0 1 16.5 10v4.5L18 17H6l1.5-2.5V10M10 20h4M4 4l16 16',
  more: 'M5.5 12v0M12 12v0M18.5 12v0',
  folder: 'M3 6h6l2 2.5h10V19H3Z',
  leave: 'M14 4H5v16h9M10 12h11M17.5 8.5 21 12l-3.5 3.5',
  inbox: 'M4 13 6.5 5h11L20 13v6H4ZM4 13h4.5l1.5 2.5h4l1.5-2.5H20',
  keys: 'M3 6.5h18v11H3ZM7 10v0M11 10v0M15 10v0M8 14h8',
  admin: 'M12 3 5 6v5c0 4.5 2.9 8.2 7 10 4.1-1.8 7-5.5 7-10V6Z',
  offline:
    'M4 4l16 16M8.5 14.5a5 5 0 0 1 5-1.2M5.5 11.2a9.5 9.5 0 0 1 4-2.3M14 8.6a9.5 9.5 0 0 1 4.5 2.6M12 18.5v0',
} as const;

export type MarkName = keyof typeof PATHS;

export function Mark({ name }: { name: MarkName }) {
  return <Lines d={PATHS[name]} />;
}
