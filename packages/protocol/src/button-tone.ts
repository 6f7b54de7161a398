import type { Outcome } from './resources/transaction.ts';

export function toneOf(
  { outcome, style = '' }: { outcome?: Outcome | undefined; style?: string | undefined },
  index: number,
): string {
  const named = style.toLowerCase();
  if (outcome === 'rejected' || named === 'danger') return 'danger';
  return index === 0 || named === 'primary' ? 'primary' : '';
}
