/** A value that is known at the start or later. */
export function knownLater(value: string | undefined) {
  let resolve!: (value: string) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<string>((...settle) => {
    [resolve, reject] = settle;
  });
  // The waiting caller may be gone.
  promise.catch(() => undefined);
  if (value !== undefined) resolve(value);
  const known = {
    promise,
    value,
    resolve(later: string): void {
      known.value ??= later;
      resolve(later);
    },
    reject,
  };
  return known;
}
