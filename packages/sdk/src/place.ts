import { ServiceError } from './errors.ts';
import type { CallOptions } from './types.ts';

/** What a call names to stand in. Throws ServiceError where it names nothing. */
export function tagOf({ tagid4iframe }: CallOptions): string | Element {
  if (tagid4iframe) return tagid4iframe;
  throw new ServiceError(
    'invalid tagid4iframe',
    'iframe needs tagid4iframe: the id of an element of the page',
  );
}

/** The element that is meant. Throws ServiceError where there is none. */
export function elementOf(tag: string | Element): Element {
  const element = typeof tag === 'string' ? document.getElementById(tag) : tag;
  if (element) return element;
  throw new ServiceError('invalid tagid4iframe', `tagid4iframe: there is no element with the id ${tag}`);
}
