import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Actor } from '../access/index.ts';
import type { CallerWatch } from './bearer.ts';
import type { CountRefusal } from './refusal-log.ts';

/** The HTTP application, with request types that follow from the schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyInstance {
    countRefusal: CountRefusal;
  }
  interface FastifyRequest {
    /** Who calls. Null on routes that need no token. */
    caller: Actor | null;
    /** Watches the caller (see bearer.ts). Null on routes that need no token. */
    watchCaller: ((binderId?: string) => CallerWatch) | null;
    /** The JSON body as it came, kept when the request carries an Idempotency-Key. */
    bodyText: string;
  }
  interface FastifyContextConfig {
    /** `none`: the route needs no bearer token. */
    auth?: 'none';
  }
}
