import { Lines } from '../design/icon.tsx';

const PATHS = {
  compose: 'M12 5v14M5 12h14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.2 16.2 21 21',
  star: 'm12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8Z',
  mute: 'M8 6.5A4.5 4.5 0 0 1 16.5 10v4.5L18 17H6l1.5-2.5V10M10 20h4M4 4l16 16',
  more: 'M5.5 12v0M12 12v0M18.5 12v0',
  inbox: 'M4 13 6.5 5h11L20 13v6H4ZM4 13h4.5l1.5 2.5h4l1.5-2.5H20',
} as const;

export type MarkName = keyof typeof PATHS;

export function Mark({ name }: { name: MarkName }) {
  return <Lines d={PATHS[name]} />;
}
