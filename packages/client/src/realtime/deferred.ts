export function deferred(value: string | undefined) {
  let resolve!: (value: string) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<string>((...settle) => {
    [resolve, reject] = settle;
  });
  promise.catch(() => undefined);
  if (value !== undefined) resolve(value);
  const result = {
    promise,
    value,
    resolve(resolved: string): void {
      result.value ??= resolved;
      resolve(resolved);
    },
    reject,
  };
  return result;
}
