import type { EphemeralData } from '@ringbinder/protocol';

/** One frame of a gesture. `sentCount` is the number of points or uuids sent up to and including it. */
export interface LiveFrame {
  data: EphemeralData;
  sentCount: number;
}

/** Numbers per frame. */
export const MAX_NUMBERS = 600;
/** Characters per frame. */
export const MAX_CHARACTERS = 2_000;

/** Frames have two decimals. */
export const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

export const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);

/** Parses the style of a frame as JSON; undefined for foreign frames. */
export function readStyle(style: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(style ?? '');
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Groups the numbers of a frame; undefined if missing or uneven. */
export function inGroups(points: readonly number[] | undefined, size: number): number[][] | undefined {
  if (!points || points.length === 0 || points.length % size !== 0) return undefined;
  return Array.from({ length: points.length / size }, (_, at) => points.slice(at * size, (at + 1) * size));
}
