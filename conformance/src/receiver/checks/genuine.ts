import { NotApplicable } from '../../failure.ts';
import { receiverGroup } from '../check.ts';
import { kinds } from '../events.ts';
import { expectAccepted } from '../expect.ts';

/** 65,536 characters, which take 400 kB as text and rich text together. */
const LONG_TEXT = '漢'.repeat(65_536);
const SKEW_SECONDS = 60;

/** Changes white space, escapes and the order of keys. */
function reserialise(event: object): string {
  const reversed = Object.fromEntries(Object.entries(event).reverse());
  const text = JSON.stringify(reversed, null, 1);
  return text.replace(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const genuine = receiverGroup('Takes what is genuine', (check) => {
  check('a signed event', async (t) => {
    await expectAccepted(
      t,
      t.provided.client ? 'a bot_enabled' : 'a bot_enabled of a bot app that is made up (--client-id)',
      t.make(),
    );
  });
  check('every kind of event', async (t) => {
    if (!t.provided.binder)
      throw new NotApplicable('a bot may act on them: name a binder for that with --binder-id');
    for (const kind of kinds) await expectAccepted(t, `a ${kind}`, t.make({ kind }));
  });
  check('a kind that it does not know', async (t) => {
    const change = (event: Record<string, unknown>) => {
      event.message_type = 'moon_risen';
    };
    await expectAccepted(t, 'an event of the kind moon_risen', t.make({ change }));
  });
  check('members and headers that it does not know', async (t) => {
    const delivery = t.make({
      change: ({ event }) => Object.assign(event, { weather: { wind: 3 } }),
      write: (event) => JSON.stringify({ ...event, new_member: [1, null] }),
      headers: { 'ringbinder-mood': 'fine' },
    });
    await expectAccepted(t, 'an event with new members and a new header', delivery);
  });
  check('headers, however their names are written', async (t) => {
    const delivery = t.make();
    const headers = Object.entries(delivery.headers).map(([name, value]) => [
      name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      value,
    ]);
    await expectAccepted(t, 'headers like Webhook-Id', { ...delivery, headers: Object.fromEntries(headers) });
  });
  check('JSON as it comes: the signature is over the bytes', async (t) => {
    await expectAccepted(t, 'the same JSON written otherwise', t.make({ write: reserialise }));
  });
  check('two signatures, of which one fits (rotation)', async (t) => {
    const { headers } = t.make({ secret: `whsec_${'A'.repeat(32)}` });
    const other = headers['webhook-signature'];
    await expectAccepted(
      t,
      'the right signature first',
      t.make({ signature: (right) => `${right} ${other}` }),
    );
    await expectAccepted(
      t,
      'the right signature last',
      t.make({ signature: (right) => `${other} ${right}` }),
    );
  });
  check('a signature of a version that it does not know, beside the right one', async (t) => {
    await expectAccepted(t, 'v1a and v1', t.make({ signature: (right) => `v1a,bm90aGluZw== ${right}` }));
  });
  check('clocks that differ by a minute', async (t) => {
    await expectAccepted(t, 'a delivery of a minute ago', t.make({ secondsAgo: SKEW_SECONDS }));
    await expectAccepted(t, 'a delivery of a minute from now', t.make({ secondsAgo: -SKEW_SECONDS }));
  });
  check('a long event', async (t) => {
    const delivery = t.make({
      change: ({ event }) => Object.assign(event, { comment: { text: LONG_TEXT, richtext: LONG_TEXT } }),
    });
    await expectAccepted(t, `an event of ${Math.round(delivery.body.length / 1000)} kB`, delivery);
  });
  check('a test from the console, which has no sequence', async (t) => {
    const delivery = t.make({ sequence: null, headers: { 'ringbinder-test': 'true' } });
    await expectAccepted(t, 'a delivery with ringbinder-test and without ringbinder-sequence', delivery);
  });
});
