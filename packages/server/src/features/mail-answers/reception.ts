import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { type AnswersOptions, createAnswers } from './answer.ts';
import type { CountAnswer } from './metrics.ts';
import { MailRefusal } from './outcome.ts';
import type { MailStream } from './read-mail.ts';
import { readReplyAddress } from './reply-address.ts';

export interface ReceptionParts extends AnswersOptions {
  domain: string;
  environments: readonly Environment[];
  count: CountAnswer;
  log: FastifyBaseLogger;
}

export interface Delivery {
  isReport: boolean;
  isLastAttempt?: boolean;
}

export interface Reception {
  check(recipient: string): Promise<void>;
  /** If no recipient is known, returns one empty recipient, which `receive` refuses. */
  recipientsOf(recipients: readonly string[]): Promise<string[]>;
  receive(recipient: string, stream: MailStream, delivery: Delivery): Promise<void>;
  /** Other errors than refusals count as `failed`. */
  recordRefusal(error: unknown): MailRefusal;
}

export function createReception({
  domain,
  environments,
  count,
  log,
  reportsRefusals,
}: ReceptionParts): Reception {
  const receivers = new Map<string, { env: Environment; answers: ReturnType<typeof createAnswers> }>(
    environments.map((env) => [env.name, { env, answers: createAnswers(env, { reportsRefusals }) }]),
  );

  function find(recipient: string) {
    const address = readReplyAddress(recipient, domain);
    const receiver = address && receivers.get(address.environment);
    if (!address || !receiver) throw new MailRefusal('unknown_address');
    return { ...receiver, address };
  }

  async function check(recipient: string): Promise<void> {
    const { env, answers, address } = find(recipient);
    await inGeneration(env, () => answers.check(address));
  }

  /** After other errors, `receive` checks the address again. */
  const isKnown = (recipient: string) =>
    check(recipient).then(
      () => true,
      (error) => !(error instanceof MailRefusal && error.refusal === 'unknown_address'),
    );

  return {
    check,
    async recipientsOf(recipients) {
      const known: string[] = [];
      for (const each of recipients) if (await isKnown(each)) known.push(each);
      return known.length > 0 ? known : [''];
    },
    async receive(recipient, stream, { isReport, isLastAttempt = false }) {
      if (isReport) throw new MailRefusal('automatic');
      const { env, answers, address } = find(recipient);
      count(await inGeneration(env, () => answers.receive(address, stream, isLastAttempt)));
    },
    recordRefusal(error) {
      const mailRefusal = error instanceof MailRefusal ? error : new MailRefusal('failed', { cause: error });
      const { refusal, cause } = mailRefusal;
      count(refusal);
      if (refusal === 'failed') log.warn({ err: cause, reason: refusal }, 'answer by mail: refused');
      else log.info({ reason: refusal }, 'answer by mail: refused');
      return mailRefusal;
    },
  };
}

function inGeneration<T>(env: Environment, work: () => Promise<T>): Promise<T> {
  return env.sandbox ? env.sandbox.generations.run(work) : work();
}
