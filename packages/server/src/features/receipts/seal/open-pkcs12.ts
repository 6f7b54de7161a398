import {
  because,
  type FieldError,
  invalid,
  invalidFields,
  unavailable,
  withDetails,
} from '../../../errors.ts';
import { createBoundedLimit } from '../../../limits/bounded-limit.ts';
import { runInThread, ThreadTimeout } from '../../../limits/in-thread.ts';

export interface Pkcs12Input {
  file: Uint8Array;
  password: string;
  now: number;
}

/** In PEM. The first certificate belongs to the key. */
export interface OpenedPkcs12 {
  key: string;
  certificates: string[];
}

export type OpenResult = OpenedPkcs12 | { problem: FieldError };

/** A hostile file can demand many rounds of password hashing. */
const MAX_MS = 5_000;
const MAX_WAITING = 10;
const limited = createBoundedLimit(1, MAX_WAITING, () =>
  unavailable(
    withDetails(because('server_busy'), 'too many certificates are being opened at once: try again'),
    5,
  ),
);

export async function openPkcs12(input: Pkcs12Input): Promise<OpenedPkcs12> {
  const program = new URL('./pkcs12-worker.ts', import.meta.url);
  const result = await limited(() => runInThread<OpenResult>(program, input, MAX_MS)).catch((error) => {
    if (error instanceof ThreadTimeout)
      throw invalid(
        'pkcs12',
        withDetails(
          because('certificate_unreadable'),
          'takes too long to open: export it with fewer iterations',
        ),
      );
    throw error;
  });
  if ('problem' in result) throw invalidFields([result.problem]);
  return result;
}
