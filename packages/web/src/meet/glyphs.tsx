import { Lines } from '../design/icon.tsx';

/** Pictures of Meet alone, as lines in a square of 24. */
const PATHS = {
  microphone:
    'M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 0 0-7 0v5A3.5 3.5 0 0 0 12 15ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  microphoneOff:
    'M15.5 9.500v-3a3.5 3.5 0 0 0-6.700-1.400M8.500 8.500v3a3.5 3.5 0 0 0 5.600 2.800M5.500 11.5a6.5 6.5 0 0 0 10.700 5M18.500 11.5a6.500 6.500 0 0 1-.4 2.200M12 18v3M4 3l16 18',
  camera: 'M4 6h11v12H4ZM15 11l5-3v8l-5-3',
  cameraOff: 'M8.500 6H15v6.500M15 11l5-3v8l-2.500-1.500M15 16v2H4V6h1.500M3.500 3l17 18',
  share: 'M3 5h18v12H3ZM9 20.500h6M12 14V8.500M9.300 11 12 8.300 14.700 11',
  hand: 'M7 12V6.300a1.300 1.300 0 0 1 2.600 0V11M9.600 11V4.500a1.300 1.300 0 0 1 2.600 0V11M12.200 11V5.200a1.300 1.300 0 0 1 2.600 0V12M14.800 12V7.800a1.300 1.300 0 0 1 2.600 0V15c0 3.500-2 6-5.200 6-2.600 0-3.900-1.200-5.100-3.200L4.600 14c-.8-1.400.9-2.600 1.900-1.500L7 13.200',
  react:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.500 14c.8 1.400 2 2.200 3.500 2.200s2.700-.8 3.500-2.200M9 9.500v.2M15 9.500v.2',
  chat: 'M4 5h16v11H11l-4.500 4v-4H4Z',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM3 20c0-3.300 2.700-5.500 6-5.500s6 2.200 6 5.500M16 4.300a3.500 3.500 0 0 1 0 6.400M18 15c1.900.8 3 2.500 3 5',
  layout: 'M4 5h16v14H4ZM14.500 5v14M14.500 12H20',
  more: 'M12 5.5a.6.6 0 1 0 0-.01ZM12 12a.6.6 0 1 0 0-.01ZM12 18.5a.6.6 0 1 0 0-.01Z',
  leave:
    'M3.500 14.500c-.9-3.500 4-6 8.500-6s9.400 2.500 8.500 6l-.3 1.300-4.500-.9-.3-2.500a13 13 0 0 0-6.800 0l-.3 2.500-4.500.9Z',
  page: 'M6 3.500h8.500L19 8v12.500H6ZM14 3.500V8.500h5M9 13h7M9 16.500h5',
  pen: 'M4 20l1-4L16 5l3 3L8 19ZM13.500 7.500l3 3',
  pointer: 'M5 4l6 15 2.300-6.200L19.500 10.500Z',
  captions: 'M3 6h18v12H3ZM10 10.500a2 2 0 1 0 0 3M17 10.500a2 2 0 1 0 0 3',
  pin: 'M9 4h6l-.8 6 3.300 3.500H6.500L9.800 10ZM12 13.500V20',
  close: 'm6 6 12 12M18 6 6 18',
  up: 'm6 14.500 6-6 6 6',
  back: 'm14 6-6 6 6 6',
  next: 'm10 6 6 6-6 6',
  lock: 'M6 11h12v9H6ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  signal: 'M5 19v-3M10 19v-7M15 19V8M20 19V4',
  record: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  window: 'M4 5h16v14H4ZM12 12h6v5h-6Z',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  keys: 'M3 6h18v12H3ZM7 10v0M10.500 10v0M14 10v0M17.500 10v0M8 14h8',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  sound: 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM15.500 9a4 4 0 0 1 0 6M18 6.500a7.500 7.500 0 0 1 0 11',
} as const;

export type MeetGlyphName = keyof typeof PATHS;
export const meetGlyphNames = Object.keys(PATHS) as MeetGlyphName[];

/** The picture of a device that is off. */
export const offGlyph = { microphone: 'microphoneOff', camera: 'cameraOff' } as const;

/** A picture in a button that has a name, or beside a word. */
export function MeetGlyph({ name }: { name: MeetGlyphName }) {
  return <Lines d={PATHS[name]} />;
}
