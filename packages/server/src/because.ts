import { reasons } from './reasons.ts';

export type Reason = keyof typeof reasons;

type ParamsIn<T extends string> = T extends `${string}{${infer P}}${infer Rest}`
  ? (P extends `${infer N}, number` ? { [K in N]: number } : { [K in P]: string | number }) & ParamsIn<Rest>
  : unknown;

export interface Because {
  /** In English. */
  message: string;
  /** Part of the API, so it must not be renamed. */
  reason: string;
  params: Readonly<Record<string, string | number>>;
}

type Values<R extends Reason> = ParamsIn<(typeof reasons)[R]>;

export function because<R extends Reason>(
  reason: R,
  ...[values]: unknown extends Values<R> ? [] : [values: Values<R>]
): Because {
  const substitutions = (values ?? {}) as Because['params'];
  const params: Record<string, string | number> = {};
  const message = reasons[reason].replace(/\{(\w+)(, number)?\}/g, (_, name: string) => {
    params[name] = substitutions[name] ?? '';
    return String(params[name]);
  });
  return { message, reason, params };
}

export const withDetails = (text: Because, message: string): Because => ({ ...text, message });

export const messageOf = (text: string | Because): string => (typeof text === 'string' ? text : text.message);
