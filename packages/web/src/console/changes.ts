/**
 * What of a form is other than it was, so that a call changes, and the audit log tells, no more than that. All of it
 * where there was nothing before.
 */
export function changesOf(
  before: object | undefined,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = (before ?? {}) as Record<string, unknown>;
  const isSame = (name: string, value: unknown) =>
    name in known && JSON.stringify(known[name] ?? '') === JSON.stringify(value ?? '');
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !isSame(name, value)));
}

/** Saves what of a form is other than it was; does nothing when all is as it was. */
export async function saveChanges(
  before: object | undefined,
  input: Readonly<Record<string, unknown>>,
  save: (changes: Record<string, unknown>) => Promise<unknown>,
): Promise<void> {
  const changes = changesOf(before, input);
  if (Object.keys(changes).length > 0) await save(changes);
}
