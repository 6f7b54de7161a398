import type { EventComment } from '@ringbinder/protocol';
import { type EventBuilders, inBinder, onPage } from './builder.ts';

/** comment_posted and comment_posted_on_page. A message that the service itself wrote is no comment. */
export const commentEventBuilders: EventBuilders = {
  message_posted({ id, text, audio = null, richtext, reply_to, is_feed }, context) {
    if (is_feed) return null;
    const comment: EventComment = { id: String(id), text, audio };
    if (richtext !== undefined) comment.richtext = richtext;
    const repliedTo = reply_to && context.repliedTo(reply_to);
    const payload = repliedTo ? { comment, reply_to: repliedTo } : { comment };
    return { kind: 'comment_posted', payload, target: inBinder(context) };
  },
  page_commented({ id, page_id, text, is_position_comment }) {
    const comment: EventComment = { id: String(id), text, audio: null };
    if (is_position_comment) comment.is_position_comment = true;
    return { kind: 'comment_posted_on_page', payload: { comment }, target: onPage(page_id) };
  },
};
