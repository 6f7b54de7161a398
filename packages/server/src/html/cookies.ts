import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.ts';

export interface Cookies {
  read(request: FastifyRequest, name: string): string | undefined;
  set(reply: FastifyReply, name: string, value: string, options?: { seconds?: number }): void;
  clear(reply: FastifyReply, name: string): void;
}

/** The prefix `__Host-` prevents subdomains from setting the cookies. */
export function pageCookies(env: Environment): Cookies {
  const suffix = env.name === 'production' ? '' : `-${env.name}`;
  const isSecure = () => env.baseUrl().startsWith('https:');
  const nameOf = (name: string) => `${isSecure() ? '__Host-' : ''}ringbinder-${name}${suffix}`;
  const write = (reply: FastifyReply, name: string, value: string, attributes: string[]) => {
    const all = ['Path=/', 'HttpOnly', ...attributes, ...(isSecure() ? ['Secure'] : [])];
    reply.header('set-cookie', `${nameOf(name)}=${value}; ${all.join('; ')}`);
  };
  return {
    read(request, name) {
      const prefix = `${nameOf(name)}=`;
      const pair = (request.headers.cookie ?? '')
        .split(';')
        .map((each) => each.trim())
        .find((each) => each.startsWith(prefix));
      return pair?.slice(prefix.length);
    },
    set(reply, name, value, { seconds } = {}) {
      write(reply, name, value, ['SameSite=Lax', ...(seconds === undefined ? [] : [`Max-Age=${seconds}`])]);
    },
    clear: (reply, name) => write(reply, name, '', ['SameSite=Lax', 'Max-Age=0']),
  };
}

export function newCookieValue(): string {
  return randomBytes(32).toString('base64url');
}
