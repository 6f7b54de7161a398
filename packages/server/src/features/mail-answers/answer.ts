import pLimit from 'p-limit';
import { accountActor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { ApiError } from '../../errors.ts';
import { createCallLimit, createConcurrencyLimit, type ReceivedFile } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import {
  type Attachments,
  createPosting,
  inspectAttachments,
  MAX_TEXT_LENGTH,
  markRead,
} from '../messages/index.ts';
import { sendBounce } from './bounce.ts';
import { bounceReason, MailRefusal } from './outcome.ts';
import { claimMail, findReplyAddress, type ReplyAddressRow } from './queries.ts';
import { type AnswerMail, type MailHead, type MailStream, readMail } from './read-mail.ts';
import { isSigned, type ReadAddress } from './reply-address.ts';

const MAX_PER_MINUTE = 20;
const MAX_CONCURRENT_MAILS = 8;
const MAX_CONCURRENT_MAILS_OF_PERSON = 2;
const MAX_READING_MS = 2 * 60 * 1000;

export interface Answers {
  check(address: ReadAddress): Promise<void>;
  /** Posts an email only once, even if it is delivered twice. */
  receive(address: ReadAddress, stream: MailStream, isLastAttempt: boolean): Promise<'accepted' | 'repeated'>;
}

export interface AnswersOptions {
  /** True for a mailbox, where no mail server reports refusals. */
  reportsRefusals: boolean;
}

export function createAnswers(env: Environment, { reportsRefusals }: AnswersOptions): Answers {
  const postMessage = createPosting(env);
  const readLimit = pLimit(MAX_CONCURRENT_MAILS);
  const limitPerPerson = createConcurrencyLimit('answers by mail', MAX_CONCURRENT_MAILS_OF_PERSON);
  const limit = createCallLimit('answers by mail', MAX_PER_MINUTE, env.redis);

  async function find(db: Database, address: ReadAddress): Promise<ReplyAddressRow> {
    const row = await findReplyAddress(db, address.id);
    if (!row || !isSigned(env, address, row)) throw new MailRefusal('unknown_address');
    return row;
  }

  function requireEnabled(row: ReplyAddressRow): void {
    if (!row.is_enabled) throw new MailRefusal('disabled');
  }

  function requireValid(row: ReplyAddressRow): void {
    requireEnabled(row);
    if (row.expires_at <= env.clock.now()) throw new MailRefusal('expired');
  }

  async function takeCall({ user_id: userId }: ReplyAddressRow): Promise<void> {
    await limit.take(userId, { header: () => undefined }).catch((cause) => {
      throw new MailRefusal('too_many', { cause });
    });
  }

  function store(address: ReadAddress, mail: AnswerMail, attached: readonly Attachments[]) {
    return env.db.transaction(async (tx) => {
      const row = await find(tx, address);
      requireValid(row);
      if (!(await claimMail(tx, row, mail.hash))) return 'repeated';
      const { binder_id: binderId, message_id: id, thread_only: threadOnly } = row;
      const actor = accountActor(row, '');
      const replyTo = { binder: { comment_id: id } };
      const [first = {}, ...others] = attached;
      for (const [index, each] of [first, ...others].entries()) {
        const text = index === 0 ? mail.text : '';
        await postMessage(tx, actor, binderId, { text, replyTo, threadOnly, attached: each });
      }
      if (!threadOnly) await markRead(env, tx, actor, binderId, id);
      return 'accepted';
    });
  }

  async function post(address: ReadAddress, mail: AnswerMail): Promise<'accepted' | 'repeated'> {
    if (mail.text === '' && mail.files.length === 0) throw new MailRefusal('empty');
    if ([...mail.text].length > MAX_TEXT_LENGTH) throw new MailRefusal('not_accepted');
    const attached: Attachments[] = [];
    try {
      for (const file of mail.files) attached.push(await inspect(env, file));
      return await store(address, mail, attached);
    } finally {
      for (const { file } of attached) await file?.accepted.pdf?.drop();
    }
  }

  async function readAndPost(row: ReplyAddressRow, address: ReadAddress, stream: MailStream) {
    const mail = await readMail(stream, {
      store: env.files,
      maxFileBytes: env.config.maxUploadBytes,
      admit: (head) => {
        requireSender(row, head);
        requireValid(row);
      },
      signal: AbortSignal.any([AbortSignal.timeout(MAX_READING_MS), env.cutOff]),
    });
    try {
      // Forged and automatic emails must not use up the person's limit.
      await takeCall(row);
      return await post(address, mail);
    } finally {
      await mail.drop();
    }
  }

  return {
    async check(address) {
      requireValid(await find(env.db, address));
    },
    async receive(address, stream, isLastAttempt) {
      const row = await find(env.db, address);
      // Slow emails of one person must not occupy all slots.
      const reading = () =>
        readLimit(() =>
          readAndPost(row, address, stream).catch((error) => {
            throw asRefusal(error);
          }),
        );
      try {
        requireEnabled(row);
        return await limitPerPerson(row.user_id, reading).catch((error) => {
          throw error instanceof MailRefusal ? error : new MailRefusal('too_many', { cause: error });
        });
      } catch (error) {
        const refusal = asRefusal(error);
        const reason = bounceReason(refusal.refusal, { isOfMailbox: reportsRefusals, isLastAttempt });
        refusal.isMailed = reason !== undefined && (await sendBounce(env, row, reason));
        throw refusal;
      }
    },
  };
}

/** The sender can be forged. The signed address authenticates the email. */
function requireSender({ email }: ReplyAddressRow, { from, isAutomatic }: MailHead): void {
  if (isAutomatic) throw new MailRefusal('automatic');
  if (email === null || from !== email.toLowerCase()) throw new MailRefusal('wrong_sender');
}

const inspect = (env: Environment, file: ReceivedFile): Promise<Attachments> =>
  inspectAttachments(env, new Map([['file', file]]));

const NOT_ALLOWED = [403, 404];
const TOO_MANY_REQUESTS = 429;

function asRefusal(error: unknown): MailRefusal {
  if (error instanceof MailRefusal) return error;
  if (!(error instanceof ApiError) || error.status >= TOO_MANY_REQUESTS)
    return new MailRefusal('failed', { cause: error });
  return new MailRefusal(NOT_ALLOWED.includes(error.status) ? 'not_allowed' : 'not_accepted');
}
