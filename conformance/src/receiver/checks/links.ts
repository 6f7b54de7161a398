import { createHmac, randomBytes } from 'node:crypto';
import { NotApplicable } from '../../failure.ts';
import { type ReceiverTrial, receiverGroup } from '../check.ts';
import { randomId } from '../deliveries.ts';
import { expectRefusal, isRefusal } from '../expect.ts';

const LINK_SECONDS = 300;

function token(alg: string, key: Buffer): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    user_id: randomId('U'),
    username: 'Mallory',
    binder_id: randomId('B'),
    client_id: randomId('C'),
    org_id: randomId('O'),
    iat,
    exp: iat + LINK_SECONDS,
  };
  const text = [{ alg, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${alg === 'none' ? '' : createHmac('sha256', key).update(text).digest('base64url')}`;
}

/** Throws NotApplicable if all GETs get the same response, because such a receiver ignores links. */
async function expectDifference({ sender }: ReceiverTrial, answer: { status: number | null; text: string }) {
  const plain = await sender.get({});
  if (plain.status !== null && plain.status === answer.status && plain.text === answer.text)
    throw new NotApplicable('it answers every GET alike');
}

export const links = receiverGroup('Account links', (check) => {
  check('a forged account_link_token', async (t) => {
    const attempts = {
      'a token signed with another secret': token('HS256', randomBytes(32)),
      'a token signed with an empty secret': token('HS256', Buffer.alloc(0)),
      'a token that says it needs no signature': token('none', Buffer.alloc(0)),
      'a token that is none': 'hello',
      'an empty token': '',
    };
    for (const [what, account_link_token] of Object.entries(attempts)) {
      const answer = await t.sender.get({ message_type: 'account_link', account_link_token });
      if (!isRefusal(answer)) await expectDifference(t, answer);
      expectRefusal(what, answer);
    }
  });
});
