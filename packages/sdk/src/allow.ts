export const ALLOW =
  'camera; microphone; display-capture; captured-surface-control; fullscreen; autoplay; clipboard-read; clipboard-write; picture-in-picture; screen-wake-lock; on-device-speech-recognition';
