import type { ServiceErrorDetail } from './types.ts';

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

export function popupBlocked(call: string): ServiceError {
  return new ServiceError(
    'popup blocked',
    `the browser blocked the window of ${call}: call it within a click, or pass iframe: true`,
  );
}

/**
 * Calls the first handler, or throws the error. If `isLate`, logs it instead, because no caller could catch
 * it.
 */
export function report(error: ServiceError, handlers: readonly unknown[], isLate = false): void {
  const { error_code, error_message } = error;
  const handler = handlers.find(isFunction) as ((detail: ServiceErrorDetail) => void) | undefined;
  if (handler) handler({ error_code, error_message });
  else if (isLate) console.error(`Service: ${error_message} (${error_code})`);
  else throw error;
}

export function isFunction(value: unknown): value is (...values: never[]) => unknown {
  return typeof value === 'function';
}

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/** Many pages pass an empty callback. */
export function doesSomething(value: unknown): boolean {
  return isFunction(value) && !/[)>]\s*\{\s*\}$/.test(String(value).replace(COMMENTS, ''));
}
