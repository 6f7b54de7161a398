import { errorOf } from '@ringbinder/client';

export type CallSandbox = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

export function createSandboxCall(
  baseUrl: string,
  tokenOf: (refused?: string) => Promise<string>,
): CallSandbox {
  return async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    let token = await tokenOf();
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(new URL(path, baseUrl), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const parsed = (await answer.json()) as { data: T };
      if (answer.ok) return parsed.data;
      if (answer.status !== 401 || attempt > 1) throw errorOf(answer.status, parsed);
      token = await tokenOf(token);
    }
  };
}
