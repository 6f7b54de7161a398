import type { Measurement } from '../measurement.ts';
import { app } from './app.ts';
import { composing } from './composing.ts';
import { deliveries } from './deliveries.ts';
import { meets } from './meets.ts';
import { meetsSeen } from './meets-seen.ts';
import { overloads } from './overload.ts';
import { postToManyBinders, postToOneBinder } from './post-message.ts';
import { reach } from './reach.ts';
import { realtime } from './realtime.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { upload } from './upload.ts';

/** The last measurement restarts the server. */
export const measurements: readonly Measurement[] = [
  upload,
  postToManyBinders,
  postToOneBinder,
  ...overloads,
  deliveries,
  reach,
  realtime,
  meets,
  meetsSeen,
  composing,
  app,
  search,
  start,
];
