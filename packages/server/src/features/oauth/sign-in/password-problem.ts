import type { Words } from '../../../html/index.ts';
import {
  checkNewPassword,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordRefusal,
} from '../../users/index.ts';

const TEXTS: Readonly<Record<PasswordRefusal, string>> = {
  length: 'page.password_length',
  'is email': 'page.password_is_email',
  repeats: 'page.password_repeats',
  common: 'page.password_common',
};

export async function newPasswordProblem(
  { text }: Words,
  password: string,
  email: string | null | undefined,
): Promise<string | undefined> {
  const refusal = await checkNewPassword(password, email);
  return refusal && text(TEXTS[refusal], { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH });
}
