/** The name others see: first and last name, or `fallback` when neither is known. */
export function preferredName(
  firstName: string | undefined,
  lastName: string | undefined,
  fallback: string,
): string {
  return `${firstName ?? ''} ${lastName ?? ''}`.trim() || fallback;
}
