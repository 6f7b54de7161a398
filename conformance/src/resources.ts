/** The contract's resources as they stand in answers. */
import {
  count,
  exactly,
  filledText,
  flag,
  list,
  number,
  numericId,
  object,
  oneOf,
  orNull,
  pattern,
  record,
  type Shape,
  type TypeOf,
  text,
  time,
} from './shape.ts';

export const prefixed = (letter: string, noun: string) =>
  pattern(
    `the id of a ${noun}: ${letter} and 22 base62 characters`,
    new RegExp(`^${letter}[0-9A-Za-z]{22}$`),
  );
export const binderId = prefixed('B', 'binder');
export const userId = prefixed('U', 'user');
export const orgId = prefixed('O', 'org');
export const fileId = prefixed('F', 'file');

const times = { created_time: time, updated_time: time };

/** A user as it stands beside what the user did. */
export const reference = object({ id: userId, name: filledText });

export const user = object({
  id: userId,
  name: filledText,
  first_name: text,
  last_name: text,
  email: orNull(filledText),
  unique_id: orNull(filledText),
  org_id: orgId,
  picture_uri: text,
  is_bot: flag,
});

export const profile = object({
  id: userId,
  name: filledText,
  first_name: text,
  last_name: text,
  email: orNull(filledText),
  unique_id: orNull(filledText),
  org_id: orgId,
  picture_uri: text,
  is_bot: flag,
  type: oneOf('USER_TYPE_NORMAL', 'USER_TYPE_SSO'),
  timezone: text,
  language: filledText,
  role: oneOf('admin', 'member'),
  ...times,
});

export const member = object({
  type: oneOf('BOARD_OWNER', 'BOARD_READ_WRITE', 'BOARD_READ_ONLY'),
  status: filledText,
  ...times,
  user,
});

const binderFields = {
  id: binderId,
  name: filledText,
  description: text,
  ...times,
  owner: reference,
  total_members: count,
  total_pages: count,
  total_todos: count,
  unread_feeds: count,
  revision: count,
  thumbnail_uri: text,
  users: list(member),
  last_feed: orNull(object({ verb: filledText, published: filledText })),
  feeds_timestamp: time,
  binder_email: text,
};
export const binderSummary = object(binderFields);
export const binder = object({ ...binderFields, pages: list(object({ id: numericId })) });

export const createdBinder = object({ id: binderId, name: filledText, revision: count, ...times });

export const postedMessage = object({ binder_comment_id: numericId });
/** What a message answers: exactly one of these. */
const replyTo = exactly(
  {},
  {
    transaction: exactly({ id: numericId }),
    page: exactly({ id: numericId }, { position_comment_id: numericId }),
    file: exactly({ id: fileId }),
    binder: exactly({ comment_id: numericId }),
    meet: exactly({ session_key: filledText }),
  },
);
export const reaction = exactly({ emoji: filledText, count: numericId, users: list(userId) });
export const message = object(
  { id: numericId, text, user: reference, ...times },
  { reply_to: replyTo, mentions: list(userId), reactions: list(reaction) },
);
export const editedMessage = object({ binder_comment_id: numericId, updated_time: time, seq: numericId });
export const readMark = object({ user: reference, message_id: count });

export const logEntry = object({
  seq: numericId,
  at: time,
  kind: filledText,
  actor: reference,
  body: record,
});
export const feed = object({ entries: list(logEntry), seq: count });

export const annotation = exactly({ client_uuid: filledText, svg_tag: filledText, created_time: time });

export const pageTypes = [
  'PAGE_TYPE_PDF',
  'PAGE_TYPE_IMAGE',
  'PAGE_TYPE_WHITEBOARD',
  'PAGE_TYPE_AUDIO',
  'PAGE_TYPE_VIDEO',
  'PAGE_TYPE_NOTE',
  'PAGE_TYPE_WEB',
  'PAGE_TYPE_URL',
] as const;

export const page = object(
  {
    id: numericId,
    page_index: count,
    original_file_name: text,
    file_id: text,
    type: oneOf(...pageTypes),
    page_number: pattern('decimal text', /^\d+(\.\d+)?$/),
    page_uri: pattern('a path that begins with /board/', /^\/board\//),
    thumbnail_uri: pattern('a path that begins with /board/', /^\/board\//),
    background_uri: pattern('a path that begins with /board/', /^\/board\//),
    width: number,
    height: number,
    revision: count,
    ...times,
    is_deleted: oneOf(false),
    svg_tags: list(annotation),
  },
  { duration: count, url: filledText, name: filledText },
);
export type Page = TypeOf<typeof page>;

export const createdPage = object({ page_id: numericId, ...times });
export const uploadedFile = object({ file_id: fileId, ...times });

export const file = object({
  id: fileId,
  name: filledText,
  mime_type: filledText,
  size: count,
  total_pages: count,
  user: reference,
  ...times,
});

export const pageComment = object(
  { id: numericId, text, user: reference, ...times },
  { is_position_comment: oneOf(true), x: number, y: number },
);

const displayStatus = exactly({
  text: filledText,
  style: oneOf('SUCCESS', 'INFO', 'WARNING', 'DANGER'),
});
const outcome = oneOf('completed', 'rejected');
const action = object(
  { id: filledText, text, payload: text, feed_msg: text },
  { style: text, outcome, display_status: displayStatus },
);
/** Why somebody who was asked cannot act. */
const unavailable = oneOf('left', 'disabled');
const assignee = object(
  { user_id: userId, name: filledText },
  { email: filledText, org_id: orgId, unique_id: filledText, unavailable },
);
export const step = object(
  {
    id: numericId,
    ...times,
    order_number: number,
    action_style: oneOf('button'),
    actions: list(action),
    assignee,
    status: oneOf('waiting', 'current', 'completed', 'skipped'),
  },
  { clicked_button_id: filledText, completed_time: time },
);
export const transaction = object(
  {
    id: numericId,
    title: filledText,
    content: text,
    ...times,
    steps: list(step),
    creator: exactly({ id: userId, name: filledText }),
    is_active: flag,
  },
  {
    display_status: displayStatus,
    outcome,
  },
);
export const createdTransaction = object({
  transaction_id: numericId,
  ...times,
  steps: list(exactly({ id: numericId })),
});

export const category = exactly({ id: numericId, name: filledText });
export const categories = object({ count, categories: list(category) });

export const todo = object(
  { id: numericId, name: filledText, description: text, completed: flag, creator: reference, ...times },
  {
    completed_time: time,
    due_time: time,
    reminder_time: time,
    assignee: object({ id: userId, name: filledText }, { unavailable }),
  },
);
export const changedTodos = object({
  todos: list(object({ id: numericId, name: filledText, updated_time: time })),
});

export const found = object(
  {
    type: oneOf('message', 'page', 'file', 'todo', 'transaction', 'meet'),
    id: filledText,
    text,
    highlights: list(object({ start: count, end: count })),
    created_time: time,
  },
  { user: reference },
);

/** What a server tells of itself as an OAuth authorization server (RFC 8414). */
export const serverMetadata = object({
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  revocation_endpoint: text,
  response_types_supported: list(oneOf('code', 'token')),
  code_challenge_methods_supported: list(oneOf('S256')),
  token_endpoint_auth_methods_supported: list(oneOf('client_secret_basic', 'client_secret_post', 'none')),
  grant_types_supported: list(text),
});

/** The answer of the token endpoint, which stands at the top level. */
export const token = exactly(
  { access_token: filledText, token_type: oneOf('bearer'), expires_in: numericId, scope: filledText },
  { refresh_token: filledText },
);
/** A refusal of the token endpoint: RFC 6749 with the contract's fields beside. */
export const tokenError = exactly({
  error: filledText,
  error_description: pattern('the characters that RFC 6749 allows', /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/),
  code: filledText,
  message: filledText,
  request_id: filledText,
});

/** A list call's `data`: the list under its name, and a cursor when there is more. */
export function listing<N extends string, T>(
  name: N,
  items: Shape<T>,
): Shape<Record<N, T[]> & { next_cursor?: string }> {
  return object({ [name]: list(items) }, { next_cursor: filledText }) as Shape<
    Record<N, T[]> & { next_cursor?: string }
  >;
}
