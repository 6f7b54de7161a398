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
    caller: Actor | null;
    watchCaller: ((binderId?: string) => CallerWatch) | null;
    bodyText: string;
  }
  interface FastifyContextConfig {
    auth?: 'none';
  }
}
