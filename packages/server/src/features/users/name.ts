import { visibleName } from '@ringbinder/protocol/visible-name.ts';

/** The name others see: first and last name, or `fallback` when nothing of them can be seen. */
export function preferredName(
  firstName: string | undefined,
  lastName: string | undefined,
  fallback: string,
): string {
  return visibleName(`${firstName ?? ''} ${lastName ?? ''}`).trim() || visibleName(fallback) || fallback;
}
