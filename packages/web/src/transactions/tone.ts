import type { Step } from '@ringbinder/protocol';

/** What a button looks like: what rejects is red, the first of the others is the one that is expected. */
export function toneOf(
  { outcome, style = '' }: Pick<Step['actions'][number], 'outcome' | 'style'>,
  index: number,
): string {
  const named = style.toLowerCase();
  if (outcome === 'rejected' || named === 'danger') return 'danger';
  return index === 0 || named === 'primary' ? 'primary' : '';
}
