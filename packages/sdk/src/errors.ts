import type { ServiceErrorDetail } from './types.ts';

/** What is wrong with a call or a module. It has the fields that callbacks get, so that it can be thrown as well. */
export class ServiceError extends Error implements ServiceErrorDetail {
  override readonly name = 'ServiceError';
  readonly error_code: string | number;
  readonly error_message: string;
  constructor(code: string | number, message: string) {
    super(message);
    this.error_code = code;
    this.error_message = message;
  }
}

/** A window that the browser did not let open. */
export function popupBlocked(call: string): ServiceError {
  return new ServiceError(
    'popup blocked',
    `the browser did not let ${call} open a window: call it within a click, or pass iframe: true`,
  );
}

/**
 * Tells an error to the first handler that there is; without one it is thrown, or written to the console where `isLate`:
 * nobody could catch it any more.
 */
export function report(error: ServiceError, handlers: readonly unknown[], isLate = false): void {
  const { error_code, error_message } = error;
  const handler = handlers.find(isFunction) as ((detail: ServiceErrorDetail) => void) | undefined;
  if (handler) handler({ error_code, error_message });
  else if (isLate) console.error(`Service: ${error_message} (${error_code})`);
  else throw error;
}

/** Whether something can be called. */
export function isFunction(value: unknown): value is (...values: never[]) => unknown {
  return typeof value === 'function';
}

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/** Whether it is a function with a body. An empty one takes nothing over: pages are copied with all callbacks that there are. */
export function doesSomething(value: unknown): boolean {
  return isFunction(value) && !/[)>]\s*\{\s*\}$/.test(String(value).replace(COMMENTS, ''));
}
