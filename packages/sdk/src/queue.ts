import type { Service } from './types.ts';

export type Queue = [name: string, values: unknown[], settle?: (answer: unknown) => void][];

/** If a call fails, the next calls still run. */
export function drainQueue(service: Service, queue: Queue): void {
  for (const [path, values, settle] of queue) {
    try {
      const names = path.split('.');
      const call = names.reduce<unknown>((of, name) => (of as Record<string, unknown>)[name], service);
      const answer = (call as (...values: unknown[]) => unknown)(...values);
      settle?.(answer);
    } catch (error) {
      console.error(error);
    }
  }
}
