import Type from 'typebox';

export const PageIds = Type.String({
  pattern: '^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,999}$',
  description: 'Page ids, separated by commas, at most 1000.',
});

export function readIds(filter: string): number[] {
  return filter.split(',').map(Number);
}
