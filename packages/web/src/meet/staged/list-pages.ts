import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { hasParts } from '@ringbinder/protocol/search.ts';
import { kindOf } from '../../binder/page-kind.ts';
import { nameOf } from '../../binder/page-name.ts';

const MOST = 200;
/** With fewer pages, nobody needs to search. */
const MANY = 8;

/** The pages that a meet can show, and those of them whose name has the sought words. */
export function listPages<P extends PageWithoutAnnotations>(all: readonly P[], sought: string) {
  const pages = all.filter((page) => kindOf(page).isStill);
  const listed = pages.filter((page) => hasParts(nameOf(page), sought)).slice(0, MOST);
  return { listed, isEmpty: pages.length === 0, canSearch: pages.length > MANY };
}
