/** A value that is known from the beginning, or later. */
export function knownLater(value: string | undefined) {
  let resolve!: (value: string) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<string>((...settle) => {
    [resolve, reject] = settle;
  });
  // Whoever waits for it may have gone.
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
