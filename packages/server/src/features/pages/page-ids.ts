import Type from 'typebox';

/** Page ids separated by commas, 1000 at the most. */
export const PageIds = Type.String({
  pattern: '^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,999}$',
  description: 'Page ids, separated by commas, at most 1000.',
});

/** The ids of a list that fits `PageIds`. */
export function readIds(filter: string): number[] {
  return filter.split(',').map(Number);
}
