import assert from 'node:assert/strict';
import { languages } from '@ringbinder/locales';
import { type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { notificationMails } from '../notification-mails/index.ts';
import { type ParsedMail, parseMail } from '../notification-mails/testing/parse-mail.ts';
import { startMailServer } from '../oauth/testing/mail-server.ts';
import { inboundConfig, replyAddress, sendAnswer, startListener } from './testing/answers.ts';

const MINUTE = 60_000;

let service: TestService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let listener: Awaited<ReturnType<typeof startListener>>;
let owner: CreatedUser;
let ann: CreatedUser;
let binderId: string;
beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startService({
    config: { ...inboundConfig, smtpUrl: mailServer.url, mailFrom: 'Ringbinder <no@test.example>' },
  });
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
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const post = (text: string) => send(`/${binderId}/messages`, { message: { text } });

async function nextMail(): Promise<ParsedMail> {
  await catchUpAll(service.env, activity);
  service.clock.advance(MINUTE);
  await notificationMails.work(service.env, (error) => assert.fail(String(error)));
  const mails = mailServer.mails.splice(0).map(parseMail);
  const mail = mails.find(({ headers }) => headers.to === ann.email);
  assert.ok(mail);
  return mail;
}

async function postedOf(parts: { text?: string; html?: string }[]): Promise<string[]> {
  for (const each of parts) {
    const { binder_comment_id: messageId } = await post('Shall we?');
    const to = await replyAddress(service, { userId: ann.id, binderId, messageId });
    assert.equal(await sendAnswer(listener.port, { from: ann.email, to, ...each }), 250);
  }
  const { body } = await service.call('GET', `/${binderId}/messages`, { token: ann.token });
  return body.data.messages
    .filter((each: { user: { id: string } }) => each.user.id === ann.id)
    .map(({ text }: { text: string }) => text);
}

const wrappedAt = (width: number, text: string) =>
  text.replace(new RegExp(`(.{1,${width}})(?: |$)|(.{${width}})`, 'gmu'), (all, words, signs) =>
    all === '' ? '' : `${words ?? signs}\n`,
  );

const MAILS: [language: string, tag: string, mark: string, subject: string][] = [
  ['da', 'da', 'Svar over denne linje for at svare', 'Nyt i Test binder'],
  ['de', 'de', 'Antworten Sie oberhalb dieser Zeile, um', 'Neues in Test binder'],
  ['en', 'en', 'Reply above this line to answer', 'New in Test binder'],
  ['es', 'es', 'Responda por encima de esta línea para contestar a', 'Novedades en Test binder'],
  ['fi', 'fi', 'Vastaa tämän rivin yläpuolelle, niin', 'Uutta: Test binder'],
  ['fr', 'fr', 'Répondez au-dessus de cette ligne pour répondre à', 'Du nouveau dans Test binder'],
  ['id', 'id', 'Balas di atas baris ini untuk menjawab', 'Yang baru di Test binder'],
  ['it', 'it', 'Risponda sopra questa riga per rispondere a', 'Novità in Test binder'],
  ['ja', 'ja', 'この行より上に返信をご記入ください。', 'Test binder の新着'],
  ['ko', 'ko', '이 줄 위에 답장을 입력하세요.', 'Test binder의 새 소식'],
  ['lt', 'lt', 'Atsakykite virš šios eilutės, jei norite atsakyti', 'Naujienos: Test binder'],
  ['nb', 'nb', 'Svar over denne linjen for å svare', 'Nytt i Test binder'],
  ['nl', 'nl', 'Antwoord boven deze regel om', 'Nieuw in Test binder'],
  ['nn', 'nn', 'Svar over denne linja for å svare', 'Nytt i Test binder'],
  ['no', 'nb', 'Svar over denne linjen for å svare', 'Nytt i Test binder'],
  ['pt', 'pt', 'Responda acima desta linha para responder a', 'Novidades em Test binder'],
  ['ru', 'ru', 'Напишите ответ над этой строкой', 'Новое в папке Test binder'],
  ['sv', 'sv', 'Svara ovanför den här raden för att svara', 'Nytt i Test binder'],
  ['th', 'th', 'โปรดตอบกลับเหนือบรรทัดนี้ เพื่อตอบ', 'มีสิ่งใหม่ใน Test binder'],
  ['tr', 'tr', 'Yanıtınızı bu satırın üzerine yazın;', 'Yenilikler: Test binder'],
  ['vi', 'vi', 'Vui lòng trả lời phía trên dòng này để trả lời', 'Tin mới trong Test binder'],
  ['zh', 'zh', '请在此行上方回复，即可回复', 'Test binder 中的新动态'],
  ['zh-tw', 'zh-TW', '請在此行上方回覆，即可回覆', 'Test binder 中的新動態'],
];

test('[LANG-1] people choose between these languages', () => {
  assert.deepEqual(
    languages,
    MAILS.map(([language]) => language),
  );
});

test.each(MAILS)(
  '[LANG-1] [LANG-3] [LANG-4] a mail and its answer in %s',
  async (language, tag, mark, subject) => {
    await send('/me', { language }, ann.token);
    await send('/me/notification_settings', { mail: 'at_once' }, ann.token);
    await post('Alpha');
    const mail = await nextMail();
    assert.deepEqual([mail.subject, mail.headers['content-language']], [subject, tag]);
    assert.ok(mail.text.startsWith(mark), mail.text);
    assert.ok(mail.html.includes(`<html lang="${tag}">`));
    if (tag !== 'en') assert.doesNotMatch(mail.text + mail.html, /\b(Reply|this line|You get|Change|Open)\b/);
    await send('/me', { language: 'en' }, ann.token);
    const [, footer = ''] = mail.text.split('-- \n');
    const attribution = 'Ringbinder <no@test.example> ezt írta:';
    const answers = [
      { text: `Yes\n\n${mail.text}` },
      { text: `Yes\n\n${wrappedAt(30, mail.text)}` },
      { text: `Yes\n\n${attribution}\n\n${mail.text.replace(/^/gm, '> ')}` },
      { text: `Yes\n\n${attribution}\n\n${wrappedAt(30, mail.text).replace(/^/gm, '> ')}` },
      { text: `Yes\n\n${footer}` },
      { html: mail.html.replace(/<body[^>]*>/, (body) => `${body}<p>Yes</p><hr>`) },
    ];
    assert.deepEqual(
      await postedOf(answers),
      answers.map(() => 'Yes'),
    );
  },
);

test('[LANG-2] a mail about a refused answer is in the language of the person', async () => {
  await send('/me', { language: 'vi' }, ann.token);
  const { binder_comment_id: messageId } = await post('Shall we?');
  const to = await replyAddress(service, { userId: ann.id, binderId, messageId });
  assert.equal(await sendAnswer(listener.port, { from: ann.email, to, text: '> only a quote' }), 250);
  const [bounce] = mailServer.mails.splice(0).map(parseMail);
  assert.equal(bounce?.subject, 'Câu trả lời của bạn chưa được đăng');
  assert.equal(bounce.headers['content-language'], 'vi');
  assert.equal(
    bounce.text.trim(),
    `Ringbinder không đăng câu trả lời của bạn. Câu trả lời không có nội dung phía trên email được trích dẫn và không có tệp nào.\n\nTrả lời trong ứng dụng: ${service.origin}/home`,
  );
});
