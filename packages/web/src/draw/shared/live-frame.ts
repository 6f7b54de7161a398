import type { EphemeralData } from '@ringbinder/protocol';

/** `sentCount` includes the points or uuids in this frame. */
export interface LiveFrame {
  data: EphemeralData;
  sentCount: number;
}

/** Per frame. */
export const MAX_NUMBERS = 600;
/** Per frame. */
export const MAX_CHARACTERS = 2_000;

export const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

export const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);

export function readStyle(style: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(style ?? '');
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function inGroups(points: readonly number[] | undefined, size: number): number[][] | undefined {
  if (!points || points.length === 0 || points.length % size !== 0) return undefined;
  return Array.from({ length: points.length / size }, (_, at) => points.slice(at * size, (at + 1) * size));
}
