import type { EphemeralData } from '@ringbinder/protocol';

/** One frame of what somebody does, and how much of it has been told with it. */
export interface LiveFrame {
  data: EphemeralData;
  told: number;
}

/** A frame carries so many numbers. */
export const MAX_NUMBERS = 600;
/** A frame carries so many characters of text. */
export const MAX_CHARACTERS = 2_000;

/** Coordinates as frames have them: with two decimals. */
export const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

export const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);

/** What a frame says of itself as JSON; undefined for what is none of ours. */
export function readStyle(style: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(style ?? '');
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The numbers of a frame in groups; undefined where they do not come out even, or are not to be had. */
export function inGroups(points: readonly number[] | undefined, size: number): number[][] | undefined {
  if (!points || points.length === 0 || points.length % size !== 0) return undefined;
  return Array.from({ length: points.length / size }, (_, at) => points.slice(at * size, (at + 1) * size));
}
