// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const meetingRemote = messages('meeting-remote', {
  ask: 'Request control',
  askHint: (name: string) => `Point and draw on what ${name} is showing`,
  pending: 'Control requested…',
  giveBack: 'Give back control',
  stop: 'Stop control',
  requested: (name: string) => `${name} wants to point and draw on what you are showing.`,
  allow: 'Allow',
  deny: 'Deny',
  held: (name: string) => `${name} has control of what you are showing.`,
  denied: (name: string) => `${name} declined your request for control.`,
  given: (name: string) => `${name} gave you control.`,
  ended: 'Control has ended.',
  bar: 'Remote control',
  surface: (name: string) =>
    `Shown by ${name}: arrow keys move your pointer, Enter starts and ends a line while drawing`,
  point: 'Point',
  draw: 'Draw',
  clear: 'Clear',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomReset: 'Actual size',
  wants: (name: string) => `${name} wants to:`,
  requestedScroll: (name: string) =>
    `${name} wants to point and draw on what you are showing, and to scroll it.`,
  requestedZoom: (name: string) => `${name} wants to point and draw on what you are showing, and to zoom it.`,
  requestedBoth: (name: string) =>
    `${name} wants to point and draw on what you are showing, and to scroll and zoom it.`,
  scrolledSurface: (name: string) =>
    `Shown by ${name}: arrow keys move your pointer, Page Up and Page Down scroll, Enter starts and ends a line while drawing`,
});
