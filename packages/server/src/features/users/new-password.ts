import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Because, because } from '../../errors.ts';
import { isStorableText } from '../../http/index.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password.ts';

/** Repetitions of one to four characters, such as abcdabcdabcd. */
const REPEATED = /^(.{1,4}?)\1{2,}.{0,3}$/su;

let common: Promise<ReadonlySet<string>> | undefined;

export type PasswordRefusal = 'length' | 'is email' | 'repeats' | 'common';

const CLAUSES: Readonly<Record<PasswordRefusal, Because>> = {
  length: because('password_length', { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH }),
  'is email': because('password_is_email'),
  repeats: because('password_repeats'),
  common: because('password_common'),
};

/** Returns a clause (“must not be …”), or undefined for an acceptable password. */
export async function refuseNewPassword(
  password: string,
  email: string | null | undefined,
): Promise<Because | undefined> {
  const refusal = await checkNewPassword(password, email);
  return refusal && CLAUSES[refusal];
}

/** Rejects passwords that attackers try first (NIST SP 800-63B, 3.1.1.2). */
export async function checkNewPassword(
  password: string,
  email: string | null | undefined,
): Promise<PasswordRefusal | undefined> {
  const { length } = password;
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH || !isStorableText(password))
    return 'length';
  const plain = password.toLowerCase();
  if (email && (plain === email.toLowerCase() || plain === email.split('@', 1)[0]?.toLowerCase()))
    return 'is email';
  if (REPEATED.test(plain)) return 'repeats';
  common ??= readCommonPasswords();
  if ((await common).has(plain)) return 'common';
  return undefined;
}

/** Reads a file, because a module would stay in memory. Only 1,557 of about 50,000 passwords are long enough. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const url = import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json');
  const all = JSON.parse(await readFile(fileURLToPath(url), 'utf8')) as string[];
  return new Set(all.filter(({ length }) => length >= MIN_PASSWORD_LENGTH).map((each) => each.toLowerCase()));
}
