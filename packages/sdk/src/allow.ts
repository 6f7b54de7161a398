/** What modules need of a browser, and a page has to hand on. */
export const ALLOW =
  'camera; microphone; display-capture; captured-surface-control; fullscreen; autoplay; clipboard-read; clipboard-write; picture-in-picture; screen-wake-lock; on-device-speech-recognition';
