import { visibleName } from '@ringbinder/protocol/visible-name.ts';

export function preferredName(
  firstName: string | undefined,
  lastName: string | undefined,
  fallback: string,
): string {
  return visibleName(`${firstName ?? ''} ${lastName ?? ''}`).trim() || visibleName(fallback) || fallback;
}
