import { randomBytes } from 'node:crypto';
import { receiverGroup } from '../check.ts';
import type { Delivery } from '../deliveries.ts';
import { expectRefused } from '../expect.ts';

const TOO_FAR_SECONDS = 10 * 60;

const withHeaders = (delivery: Delivery, headers: Record<string, string>): Delivery => ({
  ...delivery,
  headers: { ...delivery.headers, ...headers },
});

const without = (delivery: Delivery, name: string): Delivery => {
  const { [name]: _, ...headers } = delivery.headers;
  return { ...delivery, headers };
};

export const forged = receiverGroup('Refuses what is not', (check) => {
  check('another secret', async (t) => {
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    await expectRefused(t, 'a delivery signed with another secret', t.make({ secret }));
    await expectRefused(t, 'a delivery signed with an empty secret', t.make({ secret: '' }));
  });
  check('a changed body', async (t) => {
    const delivery = t.make();
    const body = Buffer.from(delivery.body.toString().replace('"Approvals"', '"Apprivals"'));
    await expectRefused(t, 'a body that was changed after it was signed', { ...delivery, body });
  });
  check('a changed webhook-id', async (t) => {
    const { id, ...delivery } = t.make();
    const other = t.make();
    await expectRefused(
      t,
      'the id of another delivery',
      withHeaders({ ...delivery, id }, { 'webhook-id': other.id }),
    );
  });
  check('a changed webhook-timestamp', async (t) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const old = t.make({ secondsAgo: TOO_FAR_SECONDS });
    await expectRefused(
      t,
      'an old delivery with a new time',
      withHeaders(old, { 'webhook-timestamp': timestamp }),
    );
  });
  check('a missing header', async (t) => {
    for (const name of ['webhook-signature', 'webhook-id', 'webhook-timestamp'])
      await expectRefused(t, `a delivery without ${name}`, without(t.make(), name));
  });
  check('a signature that is empty, cut short, of an unknown version, or none at all', async (t) => {
    const attempts: [string, (right: string) => string][] = [
      ['an empty signature', () => ''],
      ['a signature of nothing', () => 'v1,'],
      ['the beginning of the right signature', (right) => right.slice(0, 'v1,'.length + 16)],
      ['the right signature with something behind it', (right) => `${right.slice(0, -1)}AAAA`],
      ['a signature that is no base64', () => 'v1,\u00e9\u00e8~~~~'],
      ['the right signature without its version', (right) => right.slice('v1,'.length)],
      ['the right signature as another version', (right) => right.replace('v1,', 'v9,')],
    ];
    for (const [what, signature] of attempts) await expectRefused(t, what, t.make({ signature }));
  });
  check('two signatures, of which none fits', async (t) => {
    const wrong = () => randomBytes(32).toString('base64');
    await expectRefused(
      t,
      'two wrong signatures',
      t.make({ signature: () => `v1,${wrong()} v1,${wrong()}` }),
    );
  });
  check('a stale delivery', async (t) => {
    await expectRefused(t, 'a delivery of ten minutes ago', t.make({ secondsAgo: TOO_FAR_SECONDS }));
  });
  check('a delivery from the future', async (t) => {
    await expectRefused(t, 'a delivery of ten minutes from now', t.make({ secondsAgo: -TOO_FAR_SECONDS }));
  });
  check('a webhook-timestamp that is no number', async (t) => {
    for (const timestamp of ['now', 'NaN', '1e400', '-'])
      await expectRefused(t, `a delivery signed with the time “${timestamp}”`, t.make({ timestamp }));
  });
  check('what is no delivery at all', async (t) => {
    const headers = { 'content-type': 'application/json' };
    for (const text of ['', '{', 'null', '[]', '{}', '\u0000\u0001'])
      await expectRefused(t, `an unsigned ${JSON.stringify(text)}`, {
        id: '',
        headers,
        body: Buffer.from(text),
      });
  });
});
