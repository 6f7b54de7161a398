interface Branches {
  order: 'sequence' | 'parallel';
  steps: readonly { key: number; buttons: readonly Branch[] }[];
}

interface Branch {
  outcome: string;
  next?: number | undefined;
}

export const DEFAULT_REOPENINGS = 10;

/** Returns undefined for the following step or a deleted one. */
export function nextOf(
  { order, steps }: Branches,
  index: number,
  { next, outcome }: Branch,
): number | undefined {
  if (order !== 'sequence' || next === undefined || outcome !== '') return undefined;
  const to = steps.findIndex(({ key }) => key === next);
  return to === -1 || to === index || to === index + 1 ? undefined : to + 1;
}

export function goesBack(draft: Branches, index: number, button: Branch): boolean {
  const next = nextOf(draft, index, button);
  return next !== undefined && next <= index;
}

export const hasLoop = (draft: Branches): boolean =>
  draft.steps.some(({ buttons }, index) => buttons.some((button) => goesBack(draft, index, button)));
