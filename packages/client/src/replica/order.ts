import type { Annotation, File, Member, Message, PageWithoutAnnotations } from '@ringbinder/protocol';
import type { Compare } from './sorted-list.ts';

/*
 * The orders in which REST lists things. The database compares text by code points (C.UTF-8) and page numbers as decimals
 * of any length, so neither `localeCompare` nor `Number` would do.
 */

/** By id. */
export const byId: Compare<{ readonly id: number }> = (one, other) => one.id - other.id;

/** The newest first. */
export const byNewest: Compare<{ readonly id: number }> = (one, other) => other.id - one.id;

/** The last pinned first. */
export const byPin: Compare<Message> = (one, other) =>
  (other.pinned?.time ?? 0) - (one.pinned?.time ?? 0) || other.id - one.id;

/** By page number, then by id. */
export const byPageNumber: Compare<PageWithoutAnnotations> = (one, other) =>
  compareDecimals(one.page_number, other.page_number) || one.id - other.id;

/** From below to above: by the order that the markup asks for, and then as they were drawn first. */
export const byDrawing: Compare<Annotation> = (one, other) =>
  drawOrder(one.svg_tag) - drawOrder(other.svg_tag) ||
  one.created_time - other.created_time ||
  compareText(one.client_uuid, other.client_uuid);

/** The order that an annotation's markup asks for, by the id `z<number>` of its outermost group; 0 by default. */
export function drawOrder(svgTag: string): number {
  return Number(/^<g id="(?:a[\da-f]{12}-)*z(-?\d{1,9}(?:\.\d{1,6})?)"/.exec(svgTag)?.[1] ?? 0);
}

/** In the order in which they were uploaded. */
export const byUpload: Compare<File> = (one, other) =>
  one.created_time - other.created_time || compareText(one.id, other.id);

/** The owner, the other members by name, and who is invited in the order of the invitations. */
export const byRank: Compare<Member> = (one, other) => {
  const rank = rankOf(one) - rankOf(other);
  if (rank !== 0) return rank;
  if (one.status === 'BOARD_INVITED')
    return one.created_time - other.created_time || compareText(keyOf(one), keyOf(other));
  return compareText(one.user.name, other.user.name) || compareText(one.user.id, other.user.id);
};

function rankOf({ status, type }: Member): number {
  if (status === 'BOARD_INVITED') return 2;
  return type === 'BOARD_OWNER' ? 0 : 1;
}

function keyOf({ user }: Member): string {
  return user.email?.toLowerCase() ?? user.unique_id ?? '';
}

/** By code points, as PostgreSQL compares with C.UTF-8: UTF-16 puts the surrogates before U+E000. */
export function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const difference = rankOfUnit(one.charCodeAt(at)) - rankOfUnit(other.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

function rankOfUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Compares two numbers, given as decimal text, exactly. */
export function compareDecimals(one: string, other: string): number {
  const difference = Number(one) - Number(other);
  // As doubles they may be equal where they are not.
  if (difference !== 0 && Number.isFinite(difference)) return difference;
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1;
  const sign = a.isNegative ? -1 : 1;
  const whole = a.whole.length - b.whole.length || compareText(a.whole, b.whole);
  return sign * (whole || compareText(a.fraction, b.fraction));
}

function partsOf(decimal: string) {
  const [whole = '', fraction = ''] = decimal.replace(/^-/, '').split('.');
  return {
    isNegative: decimal.startsWith('-'),
    whole: whole.replace(/^0+/, ''),
    fraction: fraction.replace(/0+$/, ''),
  };
}
