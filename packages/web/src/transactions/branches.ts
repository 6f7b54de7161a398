import type { Action } from '@ringbinder/protocol';
import { branches as words } from '../strings/messages/branches.ts';

export interface NamedStage {
  orderNumber: number;
  people: string;
}

type Button = Pick<Action, 'text'> & { next?: number | string | undefined; outcome?: string | undefined };

/** Returns undefined for the following step or the usual end. */
export function leadOf(
  { text, next, outcome }: Button,
  from: number,
  stages: readonly NamedStage[],
): string | undefined {
  if (next === undefined) return undefined;
  if (next === 'end') return outcome === 'rejected' ? words.rejects(text) : words.end(text);
  const to = stages.findIndex(({ orderNumber }) => orderNumber === next);
  const stage = stages[to];
  if (!stage) return undefined;
  const isBack = stage.orderNumber <= from;
  const isNext = !isBack && stages[to - 1]?.orderNumber === from;
  if (isNext) return undefined;
  return isBack ? words.back(text, to + 1, stage.people) : words.forward(text, to + 1, stage.people);
}
