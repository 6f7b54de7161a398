import { sentences } from './sentences.ts';

/** What is said of remote control in a meet. */
export const meetRemote = sentences({
  ask: 'Ask for control',
  askHint: (name: string) => `Point and draw on what ${name} shows`,
  asked: 'Asked for control…',
  giveBack: 'Give control back',
  stop: 'Stop control',
  requested: (name: string) => `${name} asks to point and draw on what you show.`,
  requestedWith: (name: string, abilities: readonly ('scroll' | 'zoom')[]) =>
    `${name} asks to point and draw on what you show, and to ${abilities.join(' and ')} it.`,
  allow: 'Allow',
  deny: 'Refuse',
  held: (name: string) => `${name} has control of what you show.`,
  denied: (name: string) => `${name} does not give control.`,
  given: (name: string) => `${name} has given you control.`,
  ended: 'Control has ended.',
  bar: 'Remote control',
  surface: (name: string) =>
    `What ${name} shows: arrows move your pointer, Enter begins and ends a line while drawing`,
  point: 'Point',
  draw: 'Draw',
  clear: 'Clear',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomReset: 'Actual size',
  wants: (name: string) => `${name} wants to:`,
} as const);
