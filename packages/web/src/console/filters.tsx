import { text } from '../strings/en.ts';

/** Queries of lists that know disabled rows. */
export const DISABLED_FILTERS = [
  ['', text.filter.all],
  ['disabled=false', text.filter.active],
  ['disabled=true', text.filter.disabled],
] as const;
