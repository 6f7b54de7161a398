/** Keeps unchanged fields out of requests and the audit log. */
export function changesOf(
  before: object | undefined,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const previous = (before ?? {}) as Record<string, unknown>;
  const isSame = (name: string, value: unknown) =>
    name in previous && JSON.stringify(previous[name] ?? '') === JSON.stringify(value ?? '');
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !isSame(name, value)));
}

export async function saveChanges(
  before: object | undefined,
  input: Readonly<Record<string, unknown>>,
  save: (changes: Record<string, unknown>) => Promise<unknown>,
): Promise<unknown> {
  const changes = changesOf(before, input);
  return Object.keys(changes).length > 0 ? save(changes) : undefined;
}
