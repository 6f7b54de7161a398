import type { Cue } from './queries.ts';

export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ name, text, started, ended }) =>
      `${formatTimestamp(started)} --> ${formatTimestamp(Math.max(ended, started + 1))}\n<v ${escaped(name)}>${escaped(text)}`,
  );
  return `WEBVTT\n\n${blocks.join('\n\n')}${blocks.length > 0 ? '\n' : ''}`;
}

export function formatTimestamp(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const whole = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${whole}.${String(milliseconds % 1_000).padStart(3, '0')}`;
}

/** `-->` and line breaks could end the cue, and `<` would begin a tag. */
function escaped(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
