import type { Annotation, File, Member, Message, PageWithoutAnnotations } from '@ringbinder/protocol';
import type { Compare } from './sorted-list.ts';

export const byId: Compare<{ readonly id: number }> = (one, other) => one.id - other.id;

export const byNewest: Compare<{ readonly id: number }> = (one, other) => other.id - one.id;

export const byPin: Compare<Message> = (one, other) =>
  (other.pinned?.time ?? 0) - (one.pinned?.time ?? 0) || other.id - one.id;

export const byPageNumber: Compare<PageWithoutAnnotations> = (one, other) =>
  compareDecimals(one.page_number, other.page_number) || one.id - other.id;

/** The lowest layer first. */
export const byDrawing: Compare<Annotation> = (one, other) =>
  drawOrder(one.svg_tag) - drawOrder(other.svg_tag) ||
  one.created_time - other.created_time ||
  compareText(one.client_uuid, other.client_uuid);

/** The tag's id is `z<number>` after optional `a<hex>-` prefixes. */
export function drawOrder(svgTag: string): number {
  return Number(/^<g id="(?:a[\da-f]{12}-)*z(-?\d{1,9}(?:\.\d{1,6})?)"/.exec(svgTag)?.[1] ?? 0);
}

export const byUpload: Compare<File> = (one, other) =>
  one.created_time - other.created_time || compareText(one.id, other.id);

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

/** Compares like PostgreSQL with C.UTF-8. JavaScript's `<` sorts surrogates before U+E000. */
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

/** Page numbers are decimals of any length. */
export function compareDecimals(one: string, other: string): number {
  const difference = Number(one) - Number(other);
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
