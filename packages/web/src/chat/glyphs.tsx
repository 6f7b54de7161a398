import { Lines } from '../design/icon.tsx';

const PATHS = {
  attach:
    'M20 11.5 12 19.4a5 5 0 0 1-7.1-7.1l8.4-8.3a3.3 3.3 0 0 1 4.7 4.7l-8.3 8.2a1.7 1.7 0 0 1-2.4-2.4L15 7',
  clip: 'M4 6h11v12H4ZM15 11l5-3v8l-5-3',
  copy: 'M8 8h12v12H8ZM16 8V4H4v12h4',
  emoji: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5v0M15 9.5v0',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  format: 'M5 19 10.5 5h1L17 19M7 14h8M20 19v0',
  meet: 'M9 11.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 19c0-3 2.7-5 6-5s6 2 6 5M15.5 6a3 3 0 0 1 0 5.5M17 14.3c2.4.6 4 2.4 4 4.7',
  microphone:
    'M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 0 0-7 0v5A3.5 3.5 0 0 0 12 15ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  pause: 'M8 5v14M16 5v14',
  pin: 'M9 3.5h6l-1 6 4 4H6l4-4ZM12 13.5V21',
  play: 'M7 4.5v15l12-7.5Z',
  reply: 'M9.5 6 4 11.5 9.5 17M4 11.5h9a7 7 0 0 1 7 7',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5',
  send: 'M4 12 3.5 4.5 21 12 3.5 19.5ZM4 12h8',
} as const;

export type ChatGlyphName = keyof typeof PATHS;

export function ChatGlyph({ name }: { name: ChatGlyphName }) {
  return <Lines d={PATHS[name]} />;
}
