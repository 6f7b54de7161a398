import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.ts';

/** Cookies of the pages of an environment. Their names tell the environments apart, which share a host. */
export interface Cookies {
  read(request: FastifyRequest, name: string): string | undefined;
  /** Sets a cookie that no script can read. @param seconds how long it is kept; by default until the browser is closed */
  set(reply: FastifyReply, name: string, value: string, options?: { seconds?: number }): void;
  clear(reply: FastifyReply, name: string): void;
}

/** `Secure`, and the prefix `__Host-`, which keeps subdomains from setting it, whenever the public address is https. */
export function pageCookies(env: Environment): Cookies {
  const suffix = env.name === 'production' ? '' : `-${env.name}`;
  const isSecure = () => env.baseUrl().startsWith('https:');
  const nameOf = (name: string) => `${isSecure() ? '__Host-' : ''}ringbinder-${name}${suffix}`;
  const write = (reply: FastifyReply, name: string, value: string, attributes: string[]) => {
    const all = ['Path=/', 'HttpOnly', ...attributes, ...(isSecure() ? ['Secure'] : [])];
    // Fastify adds this header to those that there are.
    reply.header('set-cookie', `${nameOf(name)}=${value}; ${all.join('; ')}`);
  };
  return {
    read(request, name) {
      const wanted = `${nameOf(name)}=`;
      const found = (request.headers.cookie ?? '')
        .split(';')
        .map((each) => each.trim())
        .find((each) => each.startsWith(wanted));
      return found?.slice(wanted.length);
    },
    set(reply, name, value, { seconds } = {}) {
      write(reply, name, value, ['SameSite=Lax', ...(seconds === undefined ? [] : [`Max-Age=${seconds}`])]);
    },
    clear: (reply, name) => write(reply, name, '', ['SameSite=Lax', 'Max-Age=0']),
  };
}

/** A text that nobody can guess, for a cookie: 256 random bits, base64url. */
export function newCookieValue(): string {
  return randomBytes(32).toString('base64url');
}
