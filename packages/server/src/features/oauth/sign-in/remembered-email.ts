import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../environment/environment.ts';
import { pageCookies } from '../../../html/index.ts';
import { isStorableText } from '../../../http/index.ts';

const COOKIE = 'email';
const YEAR_S = 365 * 24 * 60 * 60;
export const MAX_EMAIL_LENGTH = 320;

export function rememberedEmail(env: Environment, request: FastifyRequest): string {
  const email = Buffer.from(pageCookies(env).read(request, COOKIE) ?? '', 'base64url').toString();
  return email.length <= MAX_EMAIL_LENGTH && isStorableText(email) ? email : '';
}

export function rememberEmail(env: Environment, reply: FastifyReply, email: string): void {
  pageCookies(env).set(reply, COOKIE, Buffer.from(email).toString('base64url'), { seconds: YEAR_S });
}

export function forgetEmail(env: Environment, request: FastifyRequest, reply: FastifyReply): void {
  const cookies = pageCookies(env);
  if (cookies.read(request, COOKIE) !== undefined) cookies.clear(reply, COOKIE);
}
