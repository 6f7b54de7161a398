export async function beforeAbort<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  discard: (result: T | undefined) => Promise<unknown> | undefined,
): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  const working = work();
  try {
    return await Promise.race([working, aborted]);
  } catch (error) {
    if (signal.aborted)
      void working
        .catch(() => undefined)
        .then(discard)
        .catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
