import { RingbinderError } from '../errors.ts';

export interface Requests {
  add(id: number): Promise<void>;
  settle(id: number, error?: Error): void;
  failAll(message: string): void;
}

export function createRequests(): Requests {
  const pending = new Map<number, PromiseWithResolvers<void>>();
  function settle(id: number, error?: Error): void {
    const request = pending.get(id);
    pending.delete(id);
    if (error) request?.reject(error);
    else request?.resolve();
  }
  return {
    add(id) {
      const request = Promise.withResolvers<void>();
      pending.set(id, request);
      return request.promise;
    },
    settle,
    failAll(message) {
      for (const id of [...pending.keys()])
        settle(id, new RingbinderError(message, { status: 0, code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE' }));
    },
  };
}
