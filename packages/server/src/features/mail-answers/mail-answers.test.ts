import assert from 'node:assert/strict';
import { type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { createCaller } from '@ringbinder/testkit/caller.ts';
import { createFactory } from '@ringbinder/testkit/factory.ts';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { deleteExpired } from '../../background/housekeeping.ts';
import type { Environment } from '../../environment/environment.ts';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { notificationMails } from '../notification-mails/index.ts';
import { parseMail } from '../notification-mails/testing/parse-mail.ts';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import {
  type AnswerParts,
  DOMAIN,
  inboundConfig,
  replyAddress,
  sendAnswer,
  sendRaw,
  startListener,
} from './testing/answers.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let service: TestService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let listener: Awaited<ReturnType<typeof startListener>>;
let owner: CreatedUser;
let ann: CreatedUser;
let binderId: string;
beforeAll(async () => {
  mailServer = await startMailServer();
  const config = {
    ...inboundConfig,
    smtpUrl: mailServer.url,
    mailFrom: 'Ringbinder <no@test.example>',
    accessTokenSeconds: 90 * 24 * 60 * 60,
    maxUploadBytes: 1024 ** 2,
  };
  service = await startService({ config });
  listener = await startListener(service);
});
afterAll(async () => {
  await listener.close();
  await service.close();
  await mailServer.close();
});
beforeEach(async ({ onTestFinished }) => {
  onTestFinished(service.clock.freeze());
  mailServer.mails.length = 0;
  ({ owner } = await service.make.cast());
  ann = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  binderId = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
});

async function send(path: string, json: object, token = owner.token) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, body.message);
  return body.data;
}

const post = async (message: object, to = binderId): Promise<number> =>
  (await send(`/${to}/messages`, { message })).binder_comment_id;

async function answers(to = binderId) {
  const { body } = await service.call('GET', `/${to}/messages`, { token: owner.token });
  return body.data.messages.filter((each: { user: { id: string } }) => each.user.id !== owner.id).reverse();
}

const texts = async () => (await answers()).map(({ text }: { text: string }) => text);

async function notifyAndReadMail(person = ann) {
  await send('/me/notification_settings', { mail: 'at_once' }, person.token);
  return nextMail();
}

async function nextMail() {
  await catchUpAll(service.env, activity);
  service.clock.advance(MINUTE);
  await notificationMails.work(service.env, (error) => assert.fail(String(error)));
  const [mail] = mailServer.mails.splice(0).map(parseMail);
  assert.ok(mail);
  return mail;
}

async function createAddress(person = ann): Promise<{ to: string; messageId: number }> {
  const messageId = await post({ text: 'Shall we?' });
  return { to: await replyAddress(service, { userId: person.id, binderId, messageId }), messageId };
}

const answer = (to: string, parts: Partial<AnswerParts> = {}, port = listener.port) =>
  sendAnswer(port, { from: ann.email, to, text: 'Yes', ...parts });

test('[ANSWER-1] [ANSWER-2] an answer to a mail that the server sent becomes a reply to the newest message', async () => {
  await post({ text: 'Alpha' });
  const newest = await post({ text: 'Beta @Ann', mentions: [ann.id] });
  const mail = await notifyAndReadMail();
  const to = mail.headers['reply-to'] ?? '';
  const [local = '', domain] = to.split('@');
  assert.equal(domain, DOMAIN);
  assert.ok(local.length <= 64, local);
  for (const part of [mail.text, mail.html])
    assert.ok(part.includes(`Reply above this line to answer ${owner.name}.`));
  const text = `Yes, on Monday.\n\n-- \nAnn\n\nOn Sat, 28 Nov 2026 at 09:00, Ringbinder <no@test.example> wrote:\n${mail.text.replace(/^/gm, '> ')}`;
  const headers = { 'In-Reply-To': mail.headers['message-id'] ?? '' };
  assert.equal(await answer(to.toUpperCase(), { text, headers }), 250);
  const [reply, ...others] = await answers();
  assert.deepEqual(others, []);
  assert.equal(reply.text, 'Yes, on Monday.');
  assert.equal(reply.user.id, ann.id);
  assert.deepEqual(reply.reply_to, { binder: { comment_id: newest } });
  const { body } = await service.call('GET', `/${binderId}/feed`, { token: owner.token });
  const last = body.data.entries.at(-1);
  assert.deepEqual([last.kind, last.actor.id], ['message_posted', ann.id]);
});

test('[ANSWER-1] mails about several binders, of content-free orgs and to viewers have no address', async () => {
  await post({ text: 'Alpha' });
  const viewer = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const shared = await service.make.binder(owner, [{ user: viewer, role: 'viewer' }]);
  await send('/me/notification_settings', { mail: 'at_once' }, viewer.token);
  await post({ text: 'Beta' }, shared);
  assert.equal((await nextMail()).headers['reply-to'], undefined);
  const other = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  await post({ text: 'Gamma' }, other);
  const digest = await notifyAndReadMail();
  assert.equal(digest.subject, 'New in 2 binders');
  assert.equal(digest.headers['reply-to'], undefined);
  assert.ok(!digest.text.includes('Reply above this line'));
  await service.env.db.query(
    `UPDATE orgs SET notification_settings = '{"content_free": true}' WHERE id = $1`,
    [owner.orgId],
  );
  await post({ text: 'Delta' });
  const contentFree = await nextMail();
  assert.equal(contentFree.subject, 'Something new waits for you.');
  assert.equal(contentFree.headers['reply-to'], undefined);
});

test('[ANSWER-1] without INBOUND_MAIL no mail has an address', async () => {
  const { config } = service.env;
  const { inboundMail } = config;
  config.inboundMail = undefined;
  try {
    await post({ text: 'Alpha' });
    assert.equal((await notifyAndReadMail()).headers['reply-to'], undefined);
  } finally {
    config.inboundMail = inboundMail;
  }
});

test('[ANSWER-2] an answer marks the binder as read up to the message that it answers', async () => {
  await post({ text: 'Before' });
  const messageId = await post({ text: 'Shall we?' });
  await post({ text: 'Later' });
  assert.equal(await answer(await replyAddress(service, { userId: ann.id, binderId, messageId })), 250);
  const { body } = await service.call('GET', `/${binderId}/readmarks`, { token: ann.token });
  const mark = body.data.readmarks.find((each: { user: { id: string } }) => each.user.id === ann.id);
  assert.equal(mark.message_id, messageId);
});

test('[ANSWER-2] an answer to a message of a thread only stays in the thread', async () => {
  const root = await post({ text: 'Root' });
  const body = {
    message: { text: 'In the thread' },
    reply_to: { binder: { comment_id: root } },
    thread_only: true,
  };
  const messageId = (await send(`/${binderId}/messages`, body)).binder_comment_id;
  assert.equal(await answer(await replyAddress(service, { userId: ann.id, binderId, messageId })), 250);
  const [reply] = await answers();
  assert.deepEqual([reply.thread_id, reply.thread_only], [root, true]);
});

test('[ANSWER-2] [ANSWER-8] an address of the sandbox posts there, and nowhere else', async () => {
  const both = await startService({
    environments: ['production', 'sandbox'],
    config: { ...inboundConfig, smtpUrl: mailServer.url },
  });
  const other = await startListener(both);
  try {
    const env = both.environments.sandbox as Environment;
    const cast = await createFactory(env).cast();
    const { token } = cast.owner;
    const call = createCaller(`${both.origin}${env.basePath}`, () => undefined);
    const path = `/${cast.binderId}/messages`;
    const { body } = await call('POST', path, { token, json: { message: { text: 'Shall we?' } } });
    const target = {
      userId: cast.editor.id,
      binderId: cast.binderId,
      messageId: body.data.binder_comment_id,
    };
    const to = await replyAddress({ env }, target);
    const send = (address: string) =>
      sendAnswer(other.port, { from: cast.editor.email, to: address, text: 'Yes' });
    assert.equal(await send(to.replace('reply+s', 'reply+p')), 550);
    assert.equal(await send(to), 250);
    const [message] = (await call('GET', path, { token })).body.data.messages;
    assert.deepEqual([message.text, message.user.id], ['Yes', cast.editor.id]);
  } finally {
    await other.close();
    await both.close();
  }
});

const quoted = '> Shall we?\n> https://binders.test.example/b/x\n';
const MAILS: [name: string, parts: Partial<AnswerParts>, text: string][] = [
  ['plain text', { text: 'Yes\n\nand no' }, 'Yes\n\nand no'],
  [
    'a line of another language',
    { text: `Ja\n\nAm Sa., 28. Nov. 2026 um 09:00 schrieb Ringbinder <a@b.example>:\n${quoted}` },
    'Ja',
  ],
  [
    'French',
    { text: `Oui\n\nLe sam. 28 nov. 2026 à 09:00, Ringbinder <a@b.example> a écrit :\n${quoted}` },
    'Oui',
  ],
  [
    'Outlook',
    {
      text: 'Yes\n\n________________________________\nFrom: Ringbinder <a@b.example>\nSent: Monday\nTo: Ann\n\nShall we?',
    },
    'Yes',
  ],
  ['a signature', { text: 'Yes\n\nSent from my iPhone\n' }, 'Yes'],
  [
    'a rule in the text',
    { text: 'Yes\n\n----\n- One\n- Two\n\n====\nDone' },
    'Yes\n\n----\n- One\n- Two\n\n====\nDone',
  ],
  [
    'a sentence that begins as a signature',
    { text: 'Yes\n\nSent from my factory were 10 crates.\n\n-- \nAnn' },
    'Yes\n\nSent from my factory were 10 crates.',
  ],
  ['a longer signature', { text: 'Yes\n\nSent from my Samsung Galaxy smartphone.\n' }, 'Yes'],
  ['a picture of Outlook', { text: 'Yes [cid:image001.png@01DA.CB]\n\nSee above' }, 'Yes\n\nSee above'],
  [
    'cells and pictures of HTML',
    {
      text: '',
      html: '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table><img src="http://x.example/x.png">',
    },
    'a b\nc',
  ],
  ['answers between quotes', { text: '> Shall we?\nYes\n> When?\nToday\n' }, 'Yes\nToday'],
  ['other scripts', { text: 'はい 👍 ё' }, 'はい 👍 ё'],
  ['markup as text', { text: '[b]Yes[/b] <b>no</b>' }, '[b]Yes[/b] <b>no</b>'],
  [
    'HTML only',
    { text: '', html: '<div>Yes &amp; <b>no</b></div><div><br></div><blockquote>Shall we?</blockquote>' },
    'Yes & no',
  ],
];

test.each(MAILS)('[ANSWER-3] the new text of a mail is posted: %s', async (_name, parts, text) => {
  const { to } = await createAddress();
  const { text: plain, ...others } = parts;
  assert.equal(
    await sendAnswer(listener.port, { from: ann.email, to, ...others, ...(plain ? { text: plain } : {}) }),
    250,
  );
  assert.deepEqual(await texts(), [text]);
});

const partsOf = (type: string, ...parts: string[]) =>
  [
    `Content-Type: multipart/${type}; boundary=b`,
    '',
    ...parts.map((part) => `--b\r\n${part}`),
    '--b--',
    '',
  ].join('\r\n');
const htmlPart = (html: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`;
const logoPart = 'Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline\r\n\r\nx\r\n';
const filePart =
  'Content-Type: text/plain\r\nContent-Disposition: attachment; filename=n.txt\r\n\r\nFile\r\n';

test.each([
  ['related', partsOf('related', htmlPart('<p>Yes</p><img src="cid:logo">'), logoPart), []],
  ['alternative', partsOf('alternative', htmlPart('<p>Yes</p>')), []],
  ['mixed', partsOf('mixed', htmlPart('<div>Yes</div>'), filePart), ['n.txt']],
  ['no', htmlPart('<p>Yes</p>'), []],
])('[ANSWER-3] HTML without plain text is posted: in %s multipart', async (_name, mail, names) => {
  const { to } = await createAddress();
  const head = `From: ${ann.email}\r\nTo: ${to}\r\nMessage-ID: <${to}>\r\nMIME-Version: 1.0\r\n`;
  assert.equal(await sendRaw(listener.port, { from: ann.email, to }, head + mail), 250);
  const posted = await answers();
  assert.deepEqual(
    [posted[0].text, ...posted.flatMap((each: { file?: { name: string } }) => each.file?.name ?? [])],
    ['Yes', ...names],
  );
});

/** The first lines of a reply by Outlook and Outlook on the web. */
const HEADERS: [language: string, headers: string[]][] = [
  ['English', ['From: Ringbinder <no@test.example>', 'Sent: Monday', 'To: Ann', 'Subject: New']],
  ['bold', ['*From:* Ringbinder <no@test.example>', '*Sent:* Monday', '*To:* Ann']],
  ['Russian', ['От: Ringbinder <no@test.example>', 'Отправлено: 28 ноября', 'Кому: Ann', 'Тема: New']],
  ['Hungarian', ['Feladó: Ringbinder <no@test.example>', 'Elküldve: hétfő', 'Címzett: Ann', 'Tárgy: New']],
  ['Greek', ['Από: Ringbinder <no@test.example>', 'Στάλθηκε: Δευτέρα', 'Προς: Ann', 'Θέμα: New']],
  [
    'Turkish',
    ['Kimden: Ringbinder <no@test.example>', 'Gönderme Tarihi: Pazartesi', 'Kime: Ann', 'Konu: New'],
  ],
  ['Japanese', ['差出人: Ringbinder <no@test.example>', '送信日時: 月曜日', '宛先: Ann', '件名: New']],
  ['French', ['De : Ringbinder <no@test.example>', 'Envoyé : lundi', 'À : Ann', 'Objet : New']],
];

async function postedOf(parts: Partial<AnswerParts>[]): Promise<string[]> {
  for (const each of parts) {
    const { to } = await createAddress();
    assert.equal(await sendAnswer(listener.port, { from: ann.email, to, ...each }), 250);
  }
  return texts();
}

test('[ANSWER-3] no line of the quoted notification is posted, in any language of the mail program', async () => {
  await post({ text: 'Alpha' });
  const mail = await notifyAndReadMail();
  const newText = 'Yes\n\nNote: at 10:00';
  const plain = HEADERS.flatMap(([, headers]) =>
    ['', `${'_'.repeat(32)}\n`, '-----Original-----\n\n'].map((separator) => ({
      text: `${newText}\n\n${separator}${headers.join('\n')}\n\n${mail.text}`,
    })),
  );
  const written = '<p>Yes</p><p>Note: at 10:00</p>';
  const page = HEADERS.map(([, headers]) => ({
    html: mail.html.replace(
      /<body[^>]*>/,
      (body) => `${body}${written}<hr><div>${headers.map(escaped).join('<br>')}</div><br>`,
    ),
  }));
  const without = [
    { text: `${newText}\n\n${mail.text}` },
    { text: `${newText}\n\nRingbinder <no@test.example> ezt írta:\n\n${mail.text.replace(/^/gm, '> ')}` },
    { text: `${newText}\n\n2026. 11. 28., Ringbinder <\nno@test.example> ezt írta:\n\n${mail.text}` },
  ];
  const all = [...plain, ...page, ...without];
  // All emails together exceed a person's limit per minute, so each group of eight gets its own person and binder.
  const found: string[] = [];
  for (let at = 0; at < all.length; at += 8) {
    ann = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
    binderId = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
    found.push(...(await postedOf(all.slice(at, at + 8))));
  }
  assert.deepEqual(
    found,
    all.map(() => newText),
  );
});

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test('[ANSWER-3] HTML above a quoted page is posted', async () => {
  await post({ text: 'Alpha' });
  const mail = await notifyAndReadMail();
  assert.deepEqual(await postedOf([{ html: `<div>Yes</div><br>${mail.html}` }]), ['Yes']);
});

test('[ANSWER-3] the address that ends mails is not posted, however a mail program writes it', async () => {
  await post({ text: 'Alpha' });
  const mail = await notifyAndReadMail();
  const [address = ''] = /http\S+unsubscribe\S+/.exec(mail.text) ?? [];
  assert.ok(address);
  const footer = /You get this email.*/s.exec(mail.text)?.[0] ?? '';
  const found = await postedOf([
    { text: `Yes\n\n${footer}` },
    { text: `Yes\n\n${footer.replaceAll(' ', '\n')}` },
    { text: `Yes\n\nStop: ${address}` },
    { text: `Yes\n\nhttps://links.example/?url=${encodeURIComponent(address)}` },
    { html: `<p>Yes</p>${/<p[^>]*>You get this email.*<\/p>/s.exec(mail.html)?.[0]}` },
  ]);
  assert.deepEqual(
    found,
    Array.from({ length: 5 }, () => 'Yes'),
  );
  const { to } = await createAddress();
  assert.equal(await answer(to, { text: `Yes ${address.replace('token', 'to\nken')}` }), 554);
  assert.equal((await texts()).length, 5);
  assert.deepEqual(
    (await postedOf([{ text: 'https://news.example/unsubscribe?token=1' }])).at(-1),
    'https://news.example/unsubscribe?token=1',
  );
});

test('[ANSWER-3] answers below and between quoted lines are posted', async () => {
  await post({ text: 'Alpha' });
  const mail = await notifyAndReadMail();
  const quote = mail.text.trimEnd().replace(/^/gm, '> ');
  const found = await postedOf([
    { text: `On Sat, 28 Nov 2026 at 09:00, Ringbinder <no@test.example> wrote:\n${quote}\n\nBelow` },
    { text: `${quote.replace('> Stop', 'Between\n> Stop')}` },
  ]);
  assert.deepEqual(found, ['Below', 'Between']);
  const dated = await postedOf([
    { text: `Am 28.11.26 schrieb Ringbinder:\n${quote}\n\nUnten` },
    { text: `Costs of 2026:\n${quote}` },
  ]);
  assert.deepEqual(dated.slice(2), ['Unten', 'Costs of 2026:']);
});

test('[ANSWER-4] files are stored as uploads, and signatures and pictures of the text are not', async () => {
  const { to, messageId } = await createAddress();
  const attachments = [
    { filename: 'plan.txt', content: 'Plan A' },
    { filename: '../../etc/a\r\nBcc: x.txt', content: 'Plan B' },
    { filename: 'signature.asc', content: 'x', contentType: 'application/pgp-signature' },
    { filename: 'empty.txt', content: '' },
  ];
  const html = '<p>Yes</p><img src="cid:logo">';
  const logo = { filename: 'logo.png', content: 'x', contentType: 'image/png', cid: 'logo' };
  assert.equal(await answer(to, { html, attachments: [...attachments, logo] }), 250);
  const [first, second, ...others] = await answers();
  assert.deepEqual(others, []);
  assert.deepEqual([first.text, first.file.name, first.file.mime_type], ['Yes', 'plan.txt', 'text/plain']);
  assert.deepEqual([second.text, second.file.name], ['', 'a Bcc: x.txt']);
  assert.deepEqual(second.reply_to, { binder: { comment_id: messageId } });
  const download = await fetch(`${service.base}/${binderId}/files/${first.file.id}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  assert.equal(await download.text(), 'Plan A');
  const other = await createAddress();
  assert.equal(
    await answer(other.to, { text: '', attachments: [{ filename: 'only.txt', content: 'x' }] }),
    250,
  );
  assert.equal((await answers()).at(-1).file.name, 'only.txt');
  assert.equal((await service.env.files.temporaryUsage()).count, 0);
});

test('[ANSWER-5] a mail that is delivered again becomes no second message, also in two processes at once', async () => {
  const beside = await startService({ beside: service, clock: service.clock, config: service.env.config });
  const other = await startListener(beside);
  try {
    const { to } = await createAddress();
    const mail = { messageId: '<1@ann.test.example>', attachments: [{ filename: 'a.txt', content: 'A' }] };
    const ports = [listener.port, other.port, listener.port, other.port];
    const codes = await Promise.all(ports.map((port) => answer(to, mail, port)));
    assert.deepEqual(codes, [250, 250, 250, 250]);
    assert.deepEqual(await texts(), ['Yes']);
    assert.equal(await answer(to, { messageId: '<2@ann.test.example>', text: 'And' }), 250);
    assert.deepEqual(await texts(), ['Yes', 'And']);
    assert.equal(await answer((await createAddress()).to, { ...mail, attachments: [] }), 250);
    assert.equal((await texts()).length, 3);
  } finally {
    await other.close();
    await beside.close();
  }
});

test('[ANSWER-5] a mail whose commit fails is refused for now, and posted when it comes again', async () => {
  const { to } = await createAddress();
  const messageId = '<again@ann.test.example>';
  const { db } = service.env;
  const { transaction } = db;
  db.transaction = (work) =>
    transaction(async (tx) => {
      await work(tx);
      throw new Error('killed');
    });
  try {
    assert.equal(await answer(to, { messageId }), 451);
  } finally {
    db.transaction = transaction;
  }
  assert.deepEqual(await texts(), []);
  assert.equal(await answer(to, { messageId }), 250);
  assert.deepEqual(await texts(), ['Yes']);
});

test('[ANSWER-5] a mail without a Message-ID is recognized by its content', async () => {
  const { to } = await createAddress();
  const raw = (text: string) => `From: ${ann.email}\r\nTo: ${to}\r\nSubject: Re\r\n\r\n${text}\r\n`;
  for (const text of ['Yes', 'Yes', 'No'])
    assert.equal(await sendRaw(listener.port, { from: ann.email, to }, raw(text)), 250);
  assert.deepEqual(await texts(), ['Yes', 'No']);
});

const ENDS: [name: string, end: (at: { messageId: number }) => Promise<unknown>][] = [
  ['left', () => send(`/${binderId}/removeuser`, { id: ann.id })],
  ['became a viewer', () => send(`/${binderId}/users/${ann.id}`, { type: 'BOARD_READ_ONLY' })],
  ['deleted binder', () => service.call('DELETE', `/${binderId}`, { token: owner.token })],
  [
    'deleted message',
    ({ messageId }) => service.call('DELETE', `/${binderId}/messages/${messageId}`, { token: owner.token }),
  ],
];

test.each(ENDS)('[ANSWER-6] the rights of the moment of the answer decide: %s', async (_name, end) => {
  const { to, messageId } = await createAddress();
  await end({ messageId });
  const before = await countMessages();
  assert.equal(await answer(to), 250);
  assert.equal(await countMessages(), before);
  const [bounce, ...others] = mailServer.mails.splice(0).map(parseMail);
  assert.deepEqual(
    [others.length, bounce?.headers.to, bounce?.headers['auto-submitted']],
    [0, ann.email, 'auto-replied'],
  );
});

async function countMessages(): Promise<number> {
  const [row] = await service.env.db.query<{ n: number }>(
    'SELECT count(*) AS n FROM messages WHERE binder_id = $1',
    [binderId],
  );
  return row?.n ?? 0;
}

test('[ANSWER-6] a disabled or erased person cannot answer', async () => {
  const { to } = await createAddress();
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [ann.id]);
  assert.equal(await answer(to), 550);
  await service.env.db.query('UPDATE users SET disabled_at = NULL, email = NULL WHERE id = $1', [ann.id]);
  assert.equal(await answer(to), 550);
  assert.deepEqual(await texts(), []);
});

test('[ANSWER-7] a person gets at most one bounce a day, also from two processes at once', async () => {
  const { to } = await createAddress();
  await send(`/${binderId}/removeuser`, { id: ann.id });
  const both = await Promise.all([answer(to), answer(to)]);
  assert.deepEqual(both.toSorted(), [250, 554]);
  assert.equal(mailServer.mails.length, 1);
  service.clock.advance(DAY - 1);
  assert.equal(await answer(to, { text: '> only a quote' }), 554);
  assert.equal(mailServer.mails.length, 1);
  service.clock.advance(1);
  assert.equal(await answer(to), 250);
  assert.equal(mailServer.mails.length, 2);
});

test('[ANSWER-7] a refusal for which no mail can be sent is the answer of SMTP, and the next one is mailed', async ({
  onTestFinished,
}) => {
  onTestFinished(() => {
    mailServer.answer = () => undefined;
  });
  const { to } = await createAddress();
  mailServer.answer = (command) => (command.startsWith('MAIL FROM') ? '451 busy' : undefined);
  assert.equal(await answer(to, { text: '> only a quote' }), 554);
  mailServer.answer = () => undefined;
  assert.deepEqual(mailServer.mails, []);
  assert.equal(await answer(to, { text: '> only a quote' }), 250);
  assert.equal(mailServer.mails.length, 1);
  assert.deepEqual(await texts(), []);
});

test('[ANSWER-8] forged and expired addresses, and those of other domains and environments, are refused', async () => {
  const { to } = await createAddress();
  const other = await replyAddress(service, { userId: owner.id, binderId, messageId: 1 });
  const [signature = ''] = /[0-9a-f]{32}/.exec(to) ?? [];
  const forged = [
    to.replace(signature, /[0-9a-f]{32}/.exec(other)?.[0] ?? ''),
    to.replace(/-\w/, (text) => (text === '-0' ? '-1' : '-0')),
    to.replace('reply+p', 'reply+s'),
    to.replace('reply+p', 'reply+p1'),
    to.replace(DOMAIN, 'other.test.example'),
    to.replace(/\+.*@/, '@'),
    `reply+pzzzzzzzzzz-${signature}@${DOMAIN}`,
    `postmaster@${DOMAIN}`,
  ];
  for (const address of forged) assert.equal(await answer(address), 550, address);
  service.clock.advance(30 * DAY - 1);
  assert.equal(await answer(to, { text: 'In time' }), 250);
  service.clock.advance(1);
  assert.equal(await answer(to), 550);
  await deleteExpired(service.env);
  assert.equal(await answer(to), 550);
  const rows = await service.env.db.query('SELECT 1 FROM mail_answers WHERE binder_id = $1', [binderId]);
  assert.deepEqual([rows, await texts()], [[], ['In time']]);
});

test('[ANSWER-8] only a mail from the one address of the person is posted', async () => {
  const { to } = await createAddress();
  assert.equal(await answer(to, { from: `"${ann.email}" <eve@test.example>` }), 550);
  assert.equal(await answer(to, { from: `Ann <${ann.email}>, eve@test.example` }), 550);
  const raw = (head: string) => `${head}\r\nTo: ${to}\r\nMessage-ID: <x@test.example>\r\n\r\nYes\r\n`;
  const heads = [
    `From: ${ann.email}\r\nFrom: eve@test.example`,
    `From: <${ann.email}> <eve@test.example>`,
    'Subject: without a sender',
    `From: eve@test.example\r\nSubject: =?utf-8?Q?a=0D=0AFrom:_${ann.email.replace('@', '=40')}?=`,
  ];
  for (const head of heads)
    assert.equal(await sendRaw(listener.port, { from: ann.email, to }, raw(head)), 550, head);
  assert.deepEqual(await texts(), []);
  assert.equal(await answer(to, { from: `Ann <${ann.email.toUpperCase()}>` }), 250);
  assert.deepEqual(mailServer.mails, []);
});

const AUTOMATIC: [name: string, headers: Record<string, string>][] = [
  ['RFC 3834', { 'Auto-Submitted': 'auto-replied (vacation)' }],
  ['a list', { Precedence: 'bulk' }],
  ['an older header', { 'X-Autoreply': 'yes' }],
];

test.each(AUTOMATIC)(
  '[ANSWER-9] mails of programs are dropped without a bounce: %s',
  async (_name, headers) => {
    const { to } = await createAddress();
    assert.equal(await answer(to, { headers }), 250);
    assert.deepEqual([await texts(), mailServer.mails], [[], []]);
    assert.equal(await answer(to, { headers: { 'Auto-Submitted': 'no' } }), 250);
    assert.deepEqual(await texts(), ['Yes']);
  },
);

test('[ANSWER-9] reports of mail servers, which have an empty sender, are dropped', async () => {
  const { to } = await createAddress();
  const raw = (type: string) => `From: ${ann.email}\r\nTo: ${to}\r\nContent-Type: ${type}\r\n\r\nYes\r\n`;
  assert.equal(await sendRaw(listener.port, { from: '', to }, raw('text/plain')), 250);
  const report = raw('multipart/report; report-type=delivery-status; boundary=b').replace(
    'Yes',
    '--b\r\n\r\nYes\r\n--b--',
  );
  assert.equal(await sendRaw(listener.port, { from: ann.email, to }, report), 250);
  assert.deepEqual(await texts(), []);
});
