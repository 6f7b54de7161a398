import type { Service } from './types.ts';

/** Calls that came before the script: name, arguments, and who waits for what it gives. */
export type Queue = [name: string, values: unknown[], settle?: (answer: unknown) => void][];

/** Does what was called before, in order. What one call throws does not keep the next from being done. */
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
