import type { Measurement } from '../measurement.ts';
import { app } from './app.ts';
import { composing } from './composing.ts';
import { deliveries } from './deliveries.ts';
import { embed } from './embed.ts';
import { listMessages } from './list-messages.ts';
import { listPages } from './list-pages.ts';
import { meets } from './meets.ts';
import { meetsSeen } from './meets-seen.ts';
import { overloads } from './overload.ts';
import { postToManyBinders, postToOneBinder } from './post-message.ts';
import { realtime } from './realtime.ts';
import { start } from './start.ts';
import { upload } from './upload.ts';
import { viewer } from './viewer.ts';
import { warmToken } from './warm-token.ts';

/** Everything that is measured, in this order. The last one restarts the server. */
export const measurements: readonly Measurement[] = [
  upload,
  viewer,
  warmToken,
  postToManyBinders,
  postToOneBinder,
  ...overloads,
  listMessages,
  listPages,
  deliveries,
  realtime,
  meets,
  meetsSeen,
  composing,
  app,
  embed,
  start,
];
