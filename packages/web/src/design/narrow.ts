import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 44rem)');
export const isNarrow = signal(query.matches);
query.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
