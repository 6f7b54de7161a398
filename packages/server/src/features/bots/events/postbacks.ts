import { type EventBuilders, inBinder } from './builder.ts';

/** bot_postback, to the bot alone whose button it was: under a message of its own, or of a transaction that it made. */
export const postbackEventBuilders: EventBuilders = {
  button_tapped({ bot_user_id, text, payload }, context) {
    const postback = { text, payload };
    return { kind: 'bot_postback', payload: { postback }, target: inBinder(context), onlyTo: bot_user_id };
  },
  step_completed({ bot_user_id, text = '', payload = '' }, context) {
    if (bot_user_id === undefined) return null;
    const postback = { text, payload };
    return { kind: 'bot_postback', payload: { postback }, target: inBinder(context), onlyTo: bot_user_id };
  },
};
