import type { Measurement } from '../measurement.ts';
import { app } from './app.ts';
import { botLog } from './bot-log.ts';
import { composing } from './composing.ts';
import { deliveries } from './deliveries.ts';
import { embed } from './embed.ts';
import { listMessages } from './list-messages.ts';
import { listPages } from './list-pages.ts';
import { meets } from './meets.ts';
import { meetsSeen } from './meets-seen.ts';
import { memory } from './memory.ts';
import { overloadManyBinders, overloadOneBinder } from './overload.ts';
import { postFromMany, postFromOne, postToOneBinder } from './post-message.ts';
import { realtime } from './realtime.ts';
import { warmStart } from './start.ts';
import { starvation } from './starvation.ts';
import { refreshedTokens, uniqueIdTokens } from './tokens.ts';
import { upload } from './upload.ts';
import { viewer } from './viewer.ts';
import { warmToken } from './warm-token.ts';

/** Everything that is measured, in this order; those that restart the server come last. */
export const measurements: readonly Measurement[] = [
  upload,
  viewer,
  warmToken,
  postFromOne,
  postFromMany,
  postToOneBinder,
  overloadOneBinder,
  overloadManyBinders,
  ...starvation,
  listMessages,
  listPages,
  botLog,
  deliveries,
  realtime,
  meets,
  meetsSeen,
  composing,
  app,
  embed,
  uniqueIdTokens,
  refreshedTokens,
  warmStart,
  memory,
];
