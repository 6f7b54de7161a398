export interface Finding {
  name: string;
  state: 'ok' | 'warn' | 'FAIL';
  detail: string;
  remedy?: string;
}

export interface Check {
  name: string;
  needs: readonly string[];
  remedy: string;
  run(): Promise<Finding[]>;
}

export const ok = (name: string, detail: string): Finding => ({ name, state: 'ok', detail });

export const warn = (name: string, detail: string, remedy: string): Finding => ({
  name,
  state: 'warn',
  detail,
  remedy,
});

export const fail = (name: string, detail: string, remedy: string): Finding => ({
  name,
  state: 'FAIL',
  detail,
  remedy,
});

export const CHECK_TIMEOUT_MS = 5_000;

export async function runChecks(checks: readonly Check[], timeoutMs = CHECK_TIMEOUT_MS): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(({ name, remedy, run }) => {
      const { promise: limit, resolve } = Promise.withResolvers<Finding[]>();
      const timer = setTimeout(
        () => resolve([fail(name, `no response within ${timeoutMs / 1_000} s`, remedy)]),
        timeoutMs,
      );
      const result = run().catch((error: unknown) => [fail(name, reasonOf(error), remedy)]);
      return Promise.race([result, limit]).finally(() => clearTimeout(timer));
    }),
  );
  return found.flat();
}

/** An AggregateError has no message of its own. */
export function reasonOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  if (!(first instanceof Error)) return 'unknown error';
  const { message, cause, name } = first as NodeJS.ErrnoException;
  if (name === 'FileStoreUnavailable' && cause instanceof Error) return reasonOf(cause);
  return message.split('\n')[0] || (first as NodeJS.ErrnoException).code || name;
}
