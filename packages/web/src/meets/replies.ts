import type { MeetReplies, MeetReply } from '@ringbinder/protocol';
import { meetReplies as text } from '../strings/messages/meet-replies.ts';

export const REPLY_ORDER = ['accepted', 'maybe', 'declined', 'waiting'] as const;
export const ANSWERS = ['accepted', 'maybe', 'declined'] as const satisfies readonly MeetReply[];

export function countReplies(replies: MeetReplies): string[] {
  return REPLY_ORDER.filter((each) => replies[each] > 0).map((each) =>
    text.count(text.replies[each], replies[each]),
  );
}
