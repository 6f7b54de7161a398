import type { EventComment, EventOf, EventTarget, PageType } from '@ringbinder/protocol';
import type { LogBodies, LogKind } from '../../../log/index.ts';
import { signaturesOf, transactionBuilders } from './build-transaction-event.ts';
import {
  type EntryContext,
  type EventBuilders,
  type EventDraft,
  eventTime,
  inBinder,
  onPage,
} from './builder.ts';

type PostbackPayload = Omit<EventOf<'bot_postback'>['event'], 'timestamp' | 'user' | 'target'>;

const eventBuilders: EventBuilders = {
  ...transactionBuilders,
  message_posted({ id, text, audio = null, richtext, reply_to, is_feed }, context) {
    if (is_feed) return null;
    const comment: EventComment = { id: String(id), text, audio };
    if (richtext !== undefined) comment.richtext = richtext;
    const repliedTo = reply_to && context.repliedTo(reply_to);
    const payload = repliedTo ? { comment, reply_to: repliedTo } : { comment };
    return { kind: 'comment_posted', payload, target: inBinder(context) };
  },
  page_commented: (body) => buildPageComment('comment_posted_on_page', body),
  page_comment_edited: (body) => buildPageComment('comment_edited_on_page', body),

  file_uploaded({ id, name, mime_type }, context) {
    const file = { id, name, mimeType: mime_type };
    return { kind: 'file_uploaded', payload: { file }, target: inBinder(context) };
  },
  page_created({ id, type }, context) {
    const page = { id: String(id), type: type as PageType };
    return { kind: 'page_created', payload: { page }, target: inBinder(context) };
  },
  page_annotated({ page_id, client_uuid }) {
    return { kind: 'page_annotated', payload: { annotate: { id: client_uuid } }, target: onPage(page_id) };
  },

  todo_created({ id, name }, context) {
    return { kind: 'todo_created', payload: { todo: { id: String(id), name } }, target: inBinder(context) };
  },
  todo_completed({ id, name }, context) {
    return { kind: 'todo_completed', payload: { todo: { id: String(id), name } }, target: inBinder(context) };
  },

  meet_recording_ready({ id, topic, recording_url, start_time, end_time }, context) {
    const times = { start_time: eventTime(start_time), end_time: eventTime(end_time) };
    const meet = { id, topic, recording_url, ...times };
    return { kind: 'meet_recording_ready', payload: { meet }, target: inBinder(context) };
  },

  // The event format allows only two fields in `postback`.
  button_tapped({ message_id, bot_user_id, text, payload }, context) {
    const message = context.repliedTo({ binder: { comment_id: message_id } });
    const postbackPayload: PostbackPayload = { postback: { text, payload } };
    if (message) postbackPayload.reply_to = message;
    return {
      kind: 'bot_postback',
      payload: postbackPayload,
      target: inBinder(context),
      onlyUserId: bot_user_id,
    };
  },
  step_pressed: (press, context) => buildPress({ ...press, is_step_open: true }, context),
  step_completed: (press, context) => [
    ...buildPress(press, context),
    ...transactionBuilders.step_completed(press, context),
  ],
};

function buildPageComment(
  kind: 'comment_posted_on_page' | 'comment_edited_on_page',
  { id, page_id, text, is_position_comment }: LogBodies['page_commented'],
): EventDraft {
  const comment: EventComment = { id: String(id), text, audio: null };
  if (is_position_comment) comment.is_position_comment = true;
  return { kind, payload: { comment }, target: onPage(page_id) };
}

function buildPress(
  { bot_user_id, text = '', payload = '', ...press }: LogBodies['step_completed'] & { is_step_open?: true },
  context: EntryContext,
): EventDraft[] {
  if (bot_user_id === undefined) return [];
  const transaction = {
    id: String(press.transaction_id),
    step_id: String(press.id),
    click_button_id: press.click_button_id,
    ...(press.for_user_id === undefined ? {} : { for_user_id: press.for_user_id }),
    ...(press.outcome === undefined ? {} : { outcome: press.outcome }),
    ...(press.answers === undefined ? {} : { answers: press.answers }),
    ...signaturesOf(press),
    ...(press.is_step_open ? { is_step_open: true as const } : {}),
  };
  const postbackPayload: PostbackPayload = { postback: { text, payload }, transaction };
  return [
    { kind: 'bot_postback', payload: postbackPayload, target: inBinder(context), onlyUserId: bot_user_id },
  ];
}

export function buildEvents(
  entry: { kind: string; body: unknown },
  context: EntryContext,
): readonly EventDraft[] {
  const builder = eventBuilders[entry.kind as LogKind];
  // `NewLogEntry` ensures that kind and body match.
  const drafts = builder ? builder(entry.body as never, context) : null;
  return drafts === null ? [] : [drafts].flat();
}

type LifecycleKind = 'bot_enabled' | 'bot_disabled' | 'bot_installed' | 'bot_uninstalled';

export function buildLifecycleEvent(
  kind: LifecycleKind,
  bot: { userId: string; name: string },
  target: EventTarget,
): EventDraft {
  return { kind, payload: { bot: { id: bot.userId, name: bot.name } }, target };
}
