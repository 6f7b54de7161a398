import { NotApplicable } from '../failure.ts';
import type { ReceiverCheck, ReceiverTrial } from './check.ts';
import { faults } from './checks/faults.ts';
import { forged } from './checks/forged.ts';
import { genuine } from './checks/genuine.ts';
import { links } from './checks/links.ts';
import { order } from './checks/order.ts';
import { createDeliveries, randomId } from './deliveries.ts';
import { createSender } from './exchange.ts';
import type { ReceiverOptions } from './options.ts';
import { type ReceiverOutcome, type ReceiverReport, reportOnReceiver } from './report.ts';

export const receiverGroups = [genuine, forged, order, faults, links];

/**
 * Runs one check at a time, so that a failure has one cause. Throws a one-line Error if the receiver cannot be
 * reached.
 */
export async function checkReceiver(options: Omit<ReceiverOptions, 'json'>): Promise<ReceiverReport> {
  const { url, secret, timeoutMs, clientId, orgId, binderId } = options;
  const sender = createSender(url, timeoutMs);
  const names = {
    clientId: clientId ?? randomId('C'),
    orgId: orgId ?? randomId('O'),
    binderId: binderId ?? randomId('B'),
  };
  const provided = { client: clientId !== undefined, binder: binderId !== undefined };
  const trial: ReceiverTrial = { sender, provided, make: createDeliveries(secret, names) };
  await reach(trial);
  const started = performance.now();
  const outcomes: ReceiverOutcome[] = [];
  let fell: string | undefined;
  for (const { name: group, checks } of receiverGroups) {
    for (const check of checks) {
      const began = performance.now();
      const ending = fell === undefined ? await tryOut(check, trial) : skipped(fell);
      outcomes.push({ group, title: check.title, ...ending, durationMs: performance.now() - began });
      if (ending.result === 'failed' && !(await answers(trial))) fell ??= check.title;
    }
  }
  const { verbose } = options;
  const durationMs = performance.now() - started;
  return reportOnReceiver(outcomes, { url, durationMs, slowestMs: sender.slowestMs(), verbose });
}

type Ending = Pick<ReceiverOutcome, 'result' | 'error' | 'reason'>;

async function tryOut(check: ReceiverCheck, trial: ReceiverTrial): Promise<Ending> {
  try {
    await check.run(trial);
    return { result: 'passed' };
  } catch (error) {
    if (error instanceof NotApplicable) return { result: 'not applicable', reason: error.message };
    return { result: 'failed', error };
  }
}

function skipped(title: string): Ending {
  return { result: 'not applicable', reason: `the receiver has not responded since “${title}”` };
}

async function answers({ sender, make }: ReceiverTrial): Promise<boolean> {
  return (await sender.post(make())).status !== null;
}

/** Throws if the receiver cannot be reached. One that responds too late fails its checks. */
async function reach({ sender, make }: ReceiverTrial): Promise<void> {
  const { status, text, isLate } = await sender.post(make());
  if (status === null && !isLate)
    throw new Error(`${sender.url} does not respond: ${text.replace(/^no response: /, '')}`);
}
