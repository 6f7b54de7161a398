import type { Draft, DraftButton } from './draft.ts';

/** As on the server. */
export const DEFAULT_REOPENINGS = 10;

/** The order number of the step to which a button leads. Undefined for the following one, and for a step that is gone. */
export function nextOf(
  { order, steps }: Draft,
  index: number,
  { next, outcome }: DraftButton,
): number | undefined {
  if (order !== 'sequence' || next === undefined || outcome !== '') return undefined;
  const to = steps.findIndex(({ key }) => key === next);
  return to === -1 || to === index || to === index + 1 ? undefined : to + 1;
}

export function goesBack(draft: Draft, index: number, button: DraftButton): boolean {
  const next = nextOf(draft, index, button);
  return next !== undefined && next <= index;
}

/** Whether a button of any step goes back. */
export const hasLoop = (draft: Draft): boolean =>
  draft.steps.some(({ buttons }, index) => buttons.some((button) => goesBack(draft, index, button)));
