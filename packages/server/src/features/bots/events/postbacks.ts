import type { EventOf } from '@ringbinder/protocol';
import { type EventBuilders, inBinder } from './builder.ts';

type Payload = Omit<EventOf<'bot_postback'>['event'], 'timestamp' | 'user' | 'target'>;

/**
 * bot_postback, to the bot alone whose button it was: under a message of its own, or of a transaction that it made. Which
 * one stands beside the contract's `postback`, whose two members stay all that it has.
 */
export const postbackEventBuilders: EventBuilders = {
  button_tapped({ message_id, bot_user_id, text, payload }, context) {
    const message = context.repliedTo({ binder: { comment_id: message_id } });
    const built: Payload = { postback: { text, payload } };
    if (message) built.reply_to = message;
    return { kind: 'bot_postback', payload: built, target: inBinder(context), onlyTo: bot_user_id };
  },
  step_completed({ bot_user_id, text = '', payload = '', ...press }, context) {
    if (bot_user_id === undefined) return null;
    const transaction = {
      id: String(press.transaction_id),
      step_id: String(press.id),
      click_button_id: press.click_button_id,
      ...(press.outcome === undefined ? {} : { outcome: press.outcome }),
    };
    const built: Payload = { postback: { text, payload }, transaction };
    return { kind: 'bot_postback', payload: built, target: inBinder(context), onlyTo: bot_user_id };
  },
};
