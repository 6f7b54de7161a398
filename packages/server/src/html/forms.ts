import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.ts';
import { forbidden, invalid } from '../errors.ts';
import { type App, isStorableText, readForm } from '../http/index.ts';
import { type Cookies, newCookieValue } from './cookies.ts';
import { html, type Markup } from './markup.ts';
import { originOf } from './origin.ts';

/** What a form may be altogether. */
const MAX_FORM_BYTES = 64 * 1024;

/** The fields of a form that was sent. One that is missing is empty. */
export interface Form {
  field(name: string): string;
}

/** Has a scope take forms, and nothing else. */
export function acceptForms(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, body),
  );
}

/** Keeps forms of other sites out: each form of ours holds a token that fits a cookie of the browser it was sent to. */
export interface FormGuard {
  /** The hidden field of a form that is being sent to a browser. */
  field(request: FastifyRequest, reply: FastifyReply): Markup;
  /** Reads a form that came in. Throws forbidden for one that is not ours, a 400 for one that cannot be read. */
  read(request: FastifyRequest): Form;
}

const COOKIE = 'form';
const FIELD = 'form_token';

export function guardForms(env: Environment, cookies: Cookies): FormGuard {
  const tokenFor = (nonce: string) => env.secrets.sign(`form ${nonce}`);
  return {
    field(request, reply) {
      const known = cookies.read(request, COOKIE);
      const nonce = known && /^[\w-]{43}$/.test(known) ? known : newCookieValue();
      if (nonce !== known) cookies.set(reply, COOKIE, nonce);
      return html`<input type="hidden" name="${FIELD}" value="${tokenFor(nonce)}">`;
    },
    read(request) {
      if (originOf(env, request) === 'other')
        throw forbidden(
          'the form was sent from another site; if it was not, PUBLIC_URL is another address than that of this page',
        );
      const form = parse(request.body);
      const nonce = cookies.read(request, COOKIE) ?? '';
      const expected = Buffer.from(tokenFor(nonce));
      const given = Buffer.from(form.field(FIELD));
      if (nonce === '' || given.length !== expected.length || !timingSafeEqual(given, expected))
        throw forbidden(
          'the form is too old or was not made for this browser: go back and load the page again',
        );
      return form;
    },
  };
}

function parse(body: unknown): Form {
  const values = readForm(body);
  return {
    field(name) {
      const value = values.get(name) ?? '';
      if (!isStorableText(value)) throw invalid(name, 'must be well-formed text');
      return value;
    },
  };
}
