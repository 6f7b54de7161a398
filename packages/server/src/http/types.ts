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
    /** Null on routes without a token. */
    caller: Actor | null;
    /** Null on routes without a token. */
    watchCaller: ((binderId?: string) => CallerWatch) | null;
    /** The unparsed JSON body of a request with an Idempotency-Key. */
    bodyText: string;
  }
  interface FastifyContextConfig {
    /** `none`: needs no bearer token. */
    auth?: 'none';
  }
}
