import { signal } from '@preact/signals';

/** As in the styles. */
const query = matchMedia('(max-width: 44rem)');
/** Whether there is room for one thing at a time, the list of binders or a binder. */
export const isNarrow = signal(query.matches);
query.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
