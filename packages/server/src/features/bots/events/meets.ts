import { type EventBuilders, eventTime, inBinder } from './builder.ts';

/** meet_recording_ready. */
export const meetEventBuilders: EventBuilders = {
  meet_recording_ready({ id, topic, recording_url, start_time, end_time }, context) {
    const times = { start_time: eventTime(start_time), end_time: eventTime(end_time) };
    const meet = { id, topic, recording_url, ...times };
    return { kind: 'meet_recording_ready', payload: { meet }, target: inBinder(context) };
  },
};
