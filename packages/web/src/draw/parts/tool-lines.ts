import type { Tool } from '../editor/tools.ts';

export const TOOL_LINES: Readonly<Record<Tool, string>> = {
  select: 'M5 4l5.5 15.5 2.6-6.4 6.4-2.6Z',
  hand: 'M8 13V6.5a1.5 1.5 0 0 1 3 0V11V5a1.5 1.5 0 0 1 3 0v6-4.5a1.5 1.5 0 0 1 3 0V15a6 6 0 0 1-6 6c-3 0-4.3-1.6-5.4-3.6L4 14.3c-.6-1.2.8-2.3 1.9-1.4Z',
  pen: 'M4 20l1.2-4.6L16.6 4 20 7.4 8.6 18.8ZM14 6.6l3.4 3.4',
  marker: 'M9 14l-3 3v3h5l1.5-2.5M9 14l7.5-9.5 4 3.5-8 9.5ZM3 20h3',
  highlight: 'M4 6h16M4 12h9M4 18h16M15 9.5h5v5h-5Z',
  line: 'M5 19 19 5',
  arrow: 'M5 19 19 5M10 5h9v9',
  rectangle: 'M4 6h16v12H4Z',
  ellipse: 'M12 18.5c5 0 8.5-2.9 8.5-6.5S17 5.5 12 5.5 3.5 8.4 3.5 12s3.5 6.5 8.5 6.5Z',
  text: 'M5 7V5h14v2M12 5v14M9.5 19h5',
  note: 'M5 4h14v10l-5 6H5ZM14 20v-6h5',
  picture: 'M4 5h16v14H4ZM4 16l4.5-4.5 4 4 3-3L20 17M15.5 9v0',
  stamp:
    'M5 20h14M6 16.5h12V14c0-1.2-1-1.7-2.3-2-1.6-.4-2-1.2-1.7-2.6L14.5 7a2.6 2.6 0 1 0-5 0l.5 2.4c.3 1.4-.1 2.2-1.7 2.6-1.3.3-2.3.8-2.3 2Z',
  signature:
    'M4 18h16M5 14.5c3-1 7-9 5.5-10.3C8.6 2.8 7 13 9.3 13.2c1.6.1 2.4-3.4 3.4-3.2.9.2.1 2.7 1.1 2.9 1 .1 1.4-1.7 2.3-1.6.9.1.7 1.7 3 1.5',
  eraser: 'M8.5 19.5 4 15l9.5-9.5a1.4 1.4 0 0 1 2 0l4 4a1.4 1.4 0 0 1 0 2l-8 8ZM8.5 10.5l6 6M8.5 19.5H20',
};

export const ACTION_LINES = {
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3',
  redo: 'm16 5 4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h3',
  front: 'M4 4h9v9H4ZM13 10h7v10H10v-7M7 7h3',
  forward: 'M8 11V4h12v12h-7M4 20h9v-9H4ZM4 20M8.5 17.5v-4m0 0-1.8 1.8m1.8-1.8 1.8 1.8',
  backward: 'M16 13V20H4V8h7M11 4h9v9h-9ZM15.5 6.5v4m0 0-1.8-1.8m1.8 1.8 1.8-1.8',
  back: 'M10 10h10v10H10ZM13 10V4H4v9h6',
  duplicate: 'M8 8h12v12H8ZM16 8V4H4v12h4',
  erase: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  move: 'M12 3v18M3 12h18M9.5 5.5 12 3l2.5 2.5M9.5 18.5 12 21l2.5-2.5M5.5 9.5 3 12l2.5 2.5M18.5 9.5 21 12l-2.5 2.5',
  several: 'M4 4h9v9H4ZM17 13v8M13 17h8',
  grid: 'M4 4h16v16H4ZM4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16',
  filled: 'M4 6h16v12H4ZM7 15l6-6M11 15l6-6',
  dashed: 'M3 12h3M10 12h4M18 12h3',
  larger: 'M12 5v14M5 12h14',
  smaller: 'M5 12h14',
} as const;
