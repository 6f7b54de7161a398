import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.ts';
import { invalid } from '../errors.ts';
import { type App, isStorableText, readForm } from '../http/index.ts';
import { type Cookies, newCookieValue } from './cookies.ts';
import { html, type Markup } from './markup.ts';
import { originOf } from './origin.ts';
import { PageError } from './page-errors.ts';

export interface Form {
  field(name: string): string;
}

export function acceptForms(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
}

/** A form token must match a cookie, which prevents cross-site requests. */
export interface FormGuard {
  field(request: FastifyRequest, reply: FastifyReply): Markup;
  read(request: FastifyRequest): Form;
  /** For the fields of a multipart form. */
  check(request: FastifyRequest, fields: ReadonlyMap<string, string>): Form;
}

const COOKIE = 'form';
const FIELD = 'form_token';

export function guardForms(env: Environment, cookies: Cookies): FormGuard {
  const tokenFor = (nonce: string) => env.secrets.sign(`form ${nonce}`);

  function checkOrigin(request: FastifyRequest): void {
    if (originOf(env, request) === 'other')
      throw new PageError(
        'RESPONSE_ERROR_PERMISSION',
        'the form was sent from another site; if not, PUBLIC_URL differs from the address of this page',
        'page.other_site',
      );
  }

  function checkToken(request: FastifyRequest, token: string): void {
    const nonce = cookies.read(request, COOKIE) ?? '';
    const expected = Buffer.from(tokenFor(nonce));
    const presented = Buffer.from(token);
    if (nonce === '' || presented.length !== expected.length || !timingSafeEqual(presented, expected))
      throw new PageError(
        'RESPONSE_ERROR_PERMISSION',
        'the form has expired or belongs to another browser: go back and reload the page',
        'page.form_expired',
      );
  }

  return {
    field(request, reply) {
      const secret = cookies.read(request, COOKIE);
      const nonce = secret && /^[\w-]{43}$/.test(secret) ? secret : newCookieValue();
      if (nonce !== secret) cookies.set(reply, COOKIE, nonce);
      return html`<input type="hidden" name="${FIELD}" value="${tokenFor(nonce)}">`;
    },
    read(request) {
      checkOrigin(request);
      const form = formOf(readForm(request.body));
      checkToken(request, form.field(FIELD));
      return form;
    },
    check(request, fields) {
      checkOrigin(request);
      const form = formOf(fields);
      checkToken(request, form.field(FIELD));
      return form;
    },
  };
}

function formOf(values: { get(name: string): string | null | undefined }): Form {
  return {
    field(name) {
      const value = values.get(name) ?? '';
      if (!isStorableText(value)) throw invalid(name, 'must be well-formed text');
      return value;
    },
  };
}
