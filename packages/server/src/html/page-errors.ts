import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type FieldError } from '../errors.ts';
import { type App, asApiError, logFailure } from '../http/index.ts';
import type { Words } from './words.ts';

export function answerPageErrors(
  scope: App,
  answer: (
    error: ApiError,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => FastifyReply | Promise<FastifyReply>,
): void {
  scope.setErrorHandler<FastifyError>((cause, request, reply) => {
    const error = asApiError(cause, request);
    logFailure(error, request);
    if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)));
    return answer(error, request, reply);
  });
}

export class PageError extends ApiError {
  readonly textId: string;
  readonly values: Readonly<Record<string, number>>;
  constructor(
    code: ApiError['code'],
    message: string,
    textId: string,
    { values = {}, retryAfter }: { values?: Record<string, number>; retryAfter?: number } = {},
  ) {
    super(code, message, retryAfter === undefined ? {} : { retryAfter });
    this.textId = textId;
    this.values = values;
  }
}

const TEXTS: Readonly<Record<number, readonly [title: string, text: string]>> = {
  403: ['page.not_accepted', 'page.not_allowed'],
  429: ['page.too_many', 'page.wait'],
  500: ['page.went_wrong', 'page.later'],
  503: ['page.unavailable', 'page.later'],
};

export function errorTexts(
  { text }: Words,
  error: ApiError,
): { title: string; message: string; detail: string | undefined } {
  const [title, message] = TEXTS[error.status] ?? ['page.does_not_work', 'page.check_input'];
  if (error instanceof PageError) {
    const values = { ...error.values, forgot: text('page.forgot') };
    return { title: text(title), message: text(error.textId, values), detail: undefined };
  }
  const detail = [429, 500, 503].includes(error.status) ? undefined : sentenceOf(error.message);
  return { title: text(title), message: text(message), detail };
}

export function problemText({ tag, text }: Words, { message, reason, params }: FieldError): string {
  return tag === 'en' || reason === undefined ? sentenceOf(message) : text(`errors.${reason}`, params);
}

export function sentenceOf(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
