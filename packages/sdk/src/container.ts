import { ServiceError } from './errors.ts';

export const findElement = (tag: string | Element | undefined): Element | null | undefined =>
  (tag as Element | undefined)?.nodeType === 1 ? (tag as Element) : document.getElementById(tag as string);

export function elementOf(tag: string | Element | undefined): Element {
  const element = findElement(tag);
  if (element) return element;
  throw new ServiceError('invalid tagid4iframe', `tagid4iframe: there is no element with the id ${tag}`);
}
