import { reasons } from './reasons.ts';

export type Reason = keyof typeof reasons;

/** The values of the placeholders of a text, such as `{step}` or `{limit, number}`. */
type ParamsIn<T extends string> = T extends `${string}{${infer P}}${infer Rest}`
  ? (P extends `${infer N}, number` ? { [K in N]: number } : { [K in P]: string | number }) & ParamsIn<Rest>
  : unknown;

/** The reason for a refusal. Clients write its sentence in the language of the person; `message` is English. */
export interface Because {
  /** In English. */
  message: string;
  /** Part of the API: never renamed. */
  reason: string;
  /** The values of the placeholders, in the order of the English text. */
  params: Readonly<Record<string, string | number>>;
}

type Values<R extends Reason> = ParamsIn<(typeof reasons)[R]>;

/** A reason of the catalogue (`errors.` in locales/), with the values of its placeholders. */
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

/** The same reason with another English message, which has details for developers. */
export const withDetails = (text: Because, message: string): Because => ({ ...text, message });

export const messageOf = (text: string | Because): string => (typeof text === 'string' ? text : text.message);
