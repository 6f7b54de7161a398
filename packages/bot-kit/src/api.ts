import { type Fetch, ServiceError } from './service-error.ts';
import { type BotCredentials, type BotTokens, createBotTokens } from './token.ts';

/** See “Bot messages” in the REST API. */
export interface OutgoingMessage {
  text?: string;
  /** Text with BBCode. */
  richtext?: string;
  /** Markdown, at most 20,000 characters. Replaces `richtext`. */
  markdown?: string;
  fields?: Record<string, string | number | boolean>;
  action?: 'chat' | 'page' | 'todo';
  buttons?: readonly MessageButton[];
  /** Ids of members. */
  mentions?: readonly string[];
}

export type MessageButton =
  | { type: 'postback'; text: string; payload?: unknown }
  | { type: 'account_link'; text: string };

/** @param payload JSON or a string; default: the button's text */
export function postbackButton(text: string, payload?: unknown): MessageButton {
  return { type: 'postback', text, ...(payload === undefined ? {} : { payload }) };
}

export function accountLinkButton(text: string): MessageButton {
  return { type: 'account_link', text };
}

export interface CallOptions {
  /** Sent as JSON, or as a form if it is FormData. */
  body?: unknown;
  /** The service executes only one of several requests with the same key. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface BotApi {
  /**
   * Resolves with the response's `data`. Rejects with ServiceError.
   *
   * @param path a relative path, such as `me/binders`
   */
  call<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, options?: CallOptions): Promise<T>;
  /** Resolves with the id of the message, or of the page or to-do that `action` creates. */
  post(binderId: string, message: string | OutgoingMessage, options?: PostOptions): Promise<number>;
}

export interface PostOptions {
  /** Templates in which `{{name}}` inserts a field of the message. Default `template_type`: `text`. */
  fieldsTemplate?: readonly { template_type?: 'text' | 'richtext' | 'page'; template: string }[];
  /**
   * The object to reply to: exactly one of `transaction`, `page`, `file`, `todo` or, for a message, `binder`
   * with its `comment_id`.
   */
  replyTo?: Record<string, unknown>;
  file?: File;
  audio?: File;
  idempotencyKey?: string;
}

export function createBotApi(
  credentials: BotCredentials,
  fetch: Fetch,
  now: () => number,
): (orgId: string) => BotApi {
  const tokens = createBotTokens(credentials, fetch, now);
  return (orgId) => {
    const api: BotApi = {
      async call<T>(method: string, path: string, options: CallOptions = {}) {
        const first = await send(credentials.baseUrl, tokens, orgId, fetch, { method, path, ...options });
        if (first.response.status !== 401) return dataOf(first) as T;
        tokens.forget(orgId);
        return dataOf(
          await send(credentials.baseUrl, tokens, orgId, fetch, { method, path, ...options }),
        ) as T;
      },
      async post(binderId, message, { fieldsTemplate, replyTo, file, audio, idempotencyKey } = {}) {
        const json = {
          message: typeof message === 'string' ? { text: message } : message,
          ...(fieldsTemplate ? { fields_template: fieldsTemplate } : {}),
          ...(replyTo ? { reply_to: replyTo } : {}),
        };
        const body = file || audio ? asForm(json, { file, audio }) : json;
        const options = { body, ...(idempotencyKey ? { idempotencyKey } : {}) };
        const path = `${binderId}/messages`;
        const posted = await api.call<PostedMessage>('POST', path, options);
        return posted.binder_comment_id ?? posted.page_id ?? posted.todo_id ?? Number.NaN;
      },
    };
    return api;
  };
}

interface PostedMessage {
  binder_comment_id?: number;
  page_id?: number;
  todo_id?: number;
}

function asForm(payload: object, files: Record<string, File | undefined>): FormData {
  const form = new FormData();
  form.set('payload', JSON.stringify(payload));
  for (const [name, file] of Object.entries(files)) if (file) form.set(name, file);
  return form;
}

interface Answer {
  response: Response;
  answer: Record<string, unknown>;
}

async function send(
  baseUrl: string,
  tokens: BotTokens,
  orgId: string,
  fetch: Fetch,
  call: CallOptions & { method: string; path: string },
): Promise<Answer> {
  const { method, path, body, idempotencyKey, signal } = call;
  const isForm = body instanceof FormData;
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await tokens.get(orgId)}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  return { response, answer: (await response.json().catch(() => ({}))) as Record<string, unknown> };
}

function dataOf({ response, answer }: Answer): unknown {
  if (!response.ok) throw new ServiceError(response, answer);
  return answer.data;
}
