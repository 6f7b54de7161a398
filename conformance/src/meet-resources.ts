/** Meets as they stand in answers. */
import { binderId, prefixed, reference } from './resources.ts';
import { count, filledText, flag, list, numericId, object, oneOf, pattern, text, time } from './shape.ts';

const isoTime = pattern('a time of ISO 8601, UTC', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const sessionKey = prefixed('M', 'meet');
const meetState = oneOf('SESSION_SCHEDULED', 'SESSION_STARTED', 'SESSION_ENDED', 'SESSION_DELETED');
/** A meet: in a list of its binder without the binder’s name. */
export const meet = object(
  {
    id: numericId,
    session_key: sessionKey,
    schedule_binder_id: binderId,
    name: filledText,
    agenda: text,
    status: meetState,
    host: reference,
    auto_recording: flag,
    starts: isoTime,
    start_time: time,
    startmeet_url: filledText,
    revision: count,
    created_time: isoTime,
    updated_time: isoTime,
  },
  { ends: isoTime, end_time: time, started_time: isoTime, ended_time: isoTime, binder_name: text },
);
export const meetStatus = object({ session_key: sessionKey, status: meetState });
export const guestLink = object({ id: filledText, url: filledText, created_time: time, expires_time: time });
export const guest = object({
  token: filledText,
  guest_id: filledText,
  session_key: sessionKey,
  binder_id: binderId,
  topic: filledText,
  expires_time: time,
});
export const noRecordings = object({ count, recordings: list(text), preparing: list(text) });
/** Messages that the service wrote. */
export const feedLines = object({ messages: list(object({ id: numericId, text, is_feed: oneOf(true) })) });
