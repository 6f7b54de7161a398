import { isStorableText } from '../../../http/index.ts';

/** The parameters of an authorization request. */
export interface AuthorizeParameters {
  /** The value; undefined when it is missing or empty. */
  get(name: string): string | undefined;
  /** The names that were given more than once, or whose value cannot be read: no request may have any. */
  bad: readonly string[];
}

const MAX_LENGTH = 2_048;

/** Reads the parameters in the query of an address. */
export function readAuthorizeParameters(url: string): AuthorizeParameters {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  const names = [...new Set(query.keys())];
  const bad = names.filter((name) => {
    const values = query.getAll(name);
    const [value = ''] = values;
    // What was not UTF-8 has become U+FFFD.
    return (
      values.length > 1 || value.length > MAX_LENGTH || !isStorableText(value) || value.includes('\uFFFD')
    );
  });
  return { get: (name) => query.get(name) || undefined, bad };
}
