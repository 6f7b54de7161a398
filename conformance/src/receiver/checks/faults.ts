import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../../failure.ts';
import { type ReceiverTrial, receiverGroup } from '../check.ts';
import { describeExchange, expectAccepted, expectRefusal } from '../expect.ts';

/** More concurrent deliveries than the service sends one bot. */
const AT_ONCE = 32;
const PIECES = 7;
/** Four times as long as the largest event. */
const FAR_TOO_LONG = Buffer.alloc(8 * 1024 ** 2, ' ');

/** Time for a receiver to crash after its response. */
const PAUSE_MS = 50;

async function expectResponsive(t: ReceiverTrial, after: string): Promise<void> {
  await expectAccepted(t, `the event that follows ${after}`, t.make());
  await delay(PAUSE_MS);
  await expectAccepted(t, `the second event that follows ${after}`, t.make());
}

export const faults = receiverGroup('Time and faults', (check) => {
  check('many at once', async (t) => {
    const deliveries = Array.from({ length: AT_ONCE }, () => t.make());
    await Promise.all(
      deliveries.map((each, index) => expectAccepted(t, `number ${index + 1} of ${AT_ONCE} at once`, each)),
    );
  });
  check('a delivery in pieces', async (t) => {
    // Long, so that the pieces split multi-byte characters.
    const name = '🙂é漢'.repeat(50);
    const delivery = t.make({ change: ({ event }) => Object.assign(event, { bot: { id: 'U', name } }) });
    await expectAccepted(t, `a body that comes in ${PIECES} pieces`, delivery, { pieces: PIECES });
  });
  check('a slow delivery, which delays no other', async (t) => {
    const { promise: hold, resolve: goOn } = Promise.withResolvers<void>();
    const [first, second] = [t.make(), t.make()];
    const timeouts = { pieces: 2, hold, timeoutMs: 3 * t.sender.timeoutMs };
    const slow = expectAccepted(t, 'a body that comes slowly', second, timeouts);
    const quick = expectAccepted(t, 'a delivery while another one is still coming', first).finally(goOn);
    const endings = await Promise.allSettled([quick, slow]);
    for (const ending of endings) if (ending.status === 'rejected') throw ending.reason;
  });
  check('a delivery that is cut off', async (t) => {
    await t.sender.cutOff(t.make());
    await expectResponsive(t, 'one that was cut off');
  });
  check('broken JSON, although signed', async (t) => {
    for (const text of ['{', 'null', '[]', '']) {
      const exchange = await t.sender.post(t.make({ write: () => text }));
      if (exchange.status === null)
        throw new Failure(`an answer to a signed ${JSON.stringify(text)}`, describeExchange(exchange));
    }
    await expectResponsive(t, 'broken JSON');
  });
  check('far too much', async (t) => {
    const headers = { 'content-type': 'application/json' };
    const exchange = await t.sender.post({ id: '', headers, body: FAR_TOO_LONG });
    // The receiver may close the connection without a response, but not keep it open.
    const hungUp = exchange.status === null && !exchange.isLate;
    if (!hungUp) expectRefusal('8 MiB, unsigned', exchange);
    await expectResponsive(t, 'far too much');
  });
});
