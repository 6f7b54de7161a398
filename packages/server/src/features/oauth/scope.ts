import { TokenError } from './token-error.ts';

export function grantedScope(allowed: string, requested: string | undefined): string {
  if (requested === undefined) return allowed;
  const words = requested.split(' ').filter(Boolean);
  const mayHave = allowed.split(' ');
  const refused = words.find((word) => !mayHave.includes(word));
  if (refused !== undefined)
    throw new TokenError('invalid_scope', `scope ${refused} is unknown or not allowed for the client`);
  if (words.length === 0) throw new TokenError('invalid_scope', 'scope is empty');
  return mayHave.filter((word) => words.includes(word)).join(' ');
}
