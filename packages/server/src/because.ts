import { reasons } from './reasons.ts';

export type Reason = keyof typeof reasons;

/** Parameters such as `{step}` or `{limit, number}`. */
type ParamsIn<T extends string> = T extends `${string}{${infer P}}${infer Rest}`
  ? (P extends `${infer N}, number` ? { [K in N]: number } : { [K in P]: string | number }) & ParamsIn<Rest>
  : unknown;

/** Values for a sentence in the person's language. */
export interface Because {
  /** In English. */
  message: string;
  /** Part of the API, so never renamed. */
  reason: string;
  /** In the order of the English text. */
  params: Readonly<Record<string, string | number>>;
}

type Values<R extends Reason> = ParamsIn<(typeof reasons)[R]>;

/** The catalogue is `errors.` in locales/. */
export function because<R extends Reason>(
  reason: R,
  ...[values]: unknown extends Values<R> ? [] : [values: Values<R>]
): Because {
  const given = (values ?? {}) as Because['params'];
  const params: Record<string, string | number> = {};
  const message = reasons[reason].replace(/\{(\w+)(, number)?\}/g, (_, name: string) => {
    params[name] = given[name] ?? '';
    return String(params[name]);
  });
  return { message, reason, params };
}

/** Replaces the English message by one with details for developers. */
export const withDetails = (text: Because, message: string): Because => ({ ...text, message });

export const messageOf = (text: string | Because): string => (typeof text === 'string' ? text : text.message);
