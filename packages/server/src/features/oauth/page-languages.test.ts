import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { catalogueOf, languages, readMessages } from '@ringbinder/locales';
import {
  type Cast,
  type CreatedUser,
  newVisitor,
  startService,
  type TestService,
  type View,
  type Visitor,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { serviceUnavailablePage } from '../../html/index.ts';
import { unsubscribeUrl } from '../notification-mails/unsubscribe-url.ts';
import { prepareSetupLink } from '../setup/index.ts';
import { createWorkflow, stepFor, type Workflow } from '../transactions/testing/workflow.ts';
import { createPasswordReset } from './sign-in/resets.ts';
import { createFixture, type OAuthFixture, PASSWORD } from './testing/fixture.ts';
import { startMailServer } from './testing/mail-server.ts';

const LANGUAGES = languages.filter((language) => catalogueOf(language) === language);
const HTML = { accept: 'text/html' };

let service: TestService;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let fixture: OAuthFixture;
let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  mailServer = await startMailServer();
  const smtp = { smtpUrl: mailServer.url, mailFrom: 'Ringbinder <no@test.example>' };
  service = await startService({ config: { trustProxy: 1, ...smtp } });
  fixture = await createFixture(service);
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});
afterAll(async () => {
  await service.close();
  await mailServer.close();
});

function patternsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.reduce<string[]>(
    (patterns, element) => {
      const parts =
        element.type === TYPE.literal
          ? [element.value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')]
          : 'options' in element
            ? Object.values(element.options).flatMap(({ value }) => patternsOf(value))
            : ['.*'];
      return patterns.flatMap((pattern) => parts.map((part) => pattern + part));
    },
    [''],
  );
}

function textsOf(language: string): RegExp {
  const po = readFileSync(new URL(`../../../../../locales/${language}.po`, import.meta.url), 'utf8');
  const patterns = readMessages(po)
    .filter(({ id }) => /^(page|default_answers)\./.test(id) || id === 'push.pressed')
    .flatMap(({ english, translation }) => patternsOf(parse(translation || english, { ignoreTag: true })));
  return new RegExp(`^(${patterns.join('|')})$`, 's');
}

const OTHER =
  /^(Ringbinder|Test client|Org|User \d+|\S+@\S+|Test binder|Budget|Please look|Approve|Decline|[A-Z][\w ]*\/[\w/+ -]+|UTC|GMT|[A-Z]{2,6}(\+\d)?)$/;

function shownTexts({ text }: Pick<View, 'text'>): string[] {
  const document = text
    .replace(/<(script|svg|select id="(?:timezone|language)")[\s\S]*?<\/(script|svg|select)>/g, '')
    .replace(/<ul><li><a href="[^"]*" lang=[\s\S]*?<\/ul>/g, '')
    .replace(/<p [^>]*data-technical>[\s\S]*?<\/p>/g, '')
    .replace(/<\/?strong>/g, '')
    .replace(/ · Ringbinder<\/title>/g, '</title>');
  const attributes = [...document.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]+)"/g)];
  return [...document.split(/<[^>]*>/), ...attributes.map(([, value = '']) => value)]
    .map((each) =>
      each
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&')
        .trim(),
    )
    .filter((each) => /\p{L}/u.test(each));
}

async function createUser(language: string): Promise<CreatedUser> {
  const user = await service.make.user({ partner: fixture.partner, client: fixture.client });
  await service.env.db.query(
    'UPDATE users SET language = $2, password_hash = (SELECT password_hash FROM users WHERE id = $3) WHERE id = $1',
    [user.id, language, fixture.user.id],
  );
  return user;
}

async function pagesOf(
  visitor: Visitor,
  signedIn: Visitor,
  user: CreatedUser,
): Promise<Record<string, View>> {
  const { env } = service;
  const { email } = user;
  const signIn = await visitor.get('/sign-in');
  const forgotten = await visitor.get('/forgotten-password');
  const reset = new URL(await env.db.transaction((tx) => createPasswordReset(env, tx, user.id)));
  const resetPage = await visitor.get(reset.pathname + reset.search);
  const password = await signedIn.get('/password');
  const profile = await signedIn.get('/profile');
  const hours = { language: 'en', day_1: '1', from: '09:00', to: '17:00' };
  const consent = await signedIn.get(fixture.authorizeUrl());
  const unsubscribe = new URL(unsubscribeUrl(env, cast.viewer.id));
  const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
  const link = await service.call('POST', `/${cast.binderId}/transactions/${id}/steps/${steps[0]}/link`, {
    token: cast.viewer.token,
    json: {},
  });
  const share = await service.call('POST', `/${cast.binderId}/viewonlylink`, {
    token: cast.owner.token,
    json: {},
  });
  const { token } = link.body.data;
  return {
    signIn,
    wrong: await visitor.submit(signIn, { email, password: 'something else' }),
    expired: await visitor.post('/sign-in', { email }),
    foreign: await visitor.post('/sign-in', { email }, { origin: 'https://other.example' }),
    forgotten,
    sent: await visitor.submit(forgotten, { email }),
    resetPage,
    resetRefused: await visitor.submit(resetPage, { password: 'short' }),
    resetDead: await visitor.get('/reset-password?token=x'),
    badClient: await visitor.get('/v1/oauth/authorize?client_id=nobody'),
    saml: await visitor.get('/v1/saml/finish?ticket=x'),
    samlAnswer: await visitor.post('/v1/saml/acs', { SAMLResponse: 'eA==' }),
    embedded: await visitor.get('/embed/signed-in'),
    embeddedStart: await visitor.post('/embed/sign-in', {}),
    continue: await visitor.get('/continue'),
    account: await signedIn.get('/account'),
    password,
    passwordRefused: await signedIn.submit(password, { old: 'wrong', password: 'x' }),
    passwordCommon: await signedIn.submit(password, { old: PASSWORD, password: '1q2w3e4r5t' }),
    profile,
    profileZone: await signedIn.submit(profile, hours),
    profileEnd: await signedIn.submit(profile, { ...hours, timezone: 'UTC', to: '09:00' }),
    consent,
    notServed: await signedIn.get('/sign-in?other=1'),
    missing: await visitor.get('/nothing/here', HTML),
    unsubscribe: await visitor.get(unsubscribe.pathname + unsubscribe.search),
    unsubscribed: await visitor.post(unsubscribe.pathname + unsubscribe.search, {}),
    unsubscribeDead: await visitor.get('/unsubscribe'),
    step: await visitor.get('/approval'),
    stepOpen: await visitor.post('/approval', { token }),
    stepWrong: await visitor.post('/approval', { token, click_button_id: 'none' }),
    stepAsked: await visitor.post('/approval', { token, click_button_id: 'approve' }),
    stepDone: await visitor.post('/approval', { token, click_button_id: 'approve', confirmed: 'on' }),
    stepDead: await visitor.post('/approval', { token }),
    view: await visitor.get('/view'),
    viewOpen: await visitor.post('/view', { token: new URL(share.body.data.url).hash.slice(1) }),
    viewDead: await visitor.post('/view', { token: 'x' }),
    setupDead: await visitor.get('/setup?token=x'),
  };
}

test('[LANG-7] the pages of the server have no text that is not of the language', async () => {
  const english = textsOf('en');
  for (const language of LANGUAGES) {
    const own = textsOf(language);
    const visitor = newVisitor(service.origin, {
      'accept-language': language,
      'x-forwarded-for': `192.0.2.${LANGUAGES.indexOf(language) + 1}`,
    });
    const user = await createUser(language);
    await service.env.db.query('UPDATE users SET language = $2 WHERE id = $1', [cast.viewer.id, language]);
    const pages = await pagesOf(visitor, await fixture.signedIn(user), user);
    const busy = await serviceUnavailablePage(language);
    const all: [string, Pick<View, 'text'>][] = [...Object.entries(pages), ['busy', busy]];
    for (const [name, view] of all) {
      const where = `${language} ${name}`;
      const tag = new Intl.Locale(language).toString();
      assert.match(view.text, new RegExp(`<html lang="${tag}">`), where);
      const texts = shownTexts(view);
      assert.ok(texts.length > 1, where);
      const strange = texts.filter((text) => !OTHER.test(text) && !own.test(text));
      assert.deepEqual(
        strange.filter((text) => !isOfPlatform(text, language)),
        [],
        where,
      );
      if (language !== 'en')
        assert.ok(
          texts.some((text) => !OTHER.test(text) && !english.test(text)),
          `${where} has no text that differs from English`,
        );
    }
  }
});

const isOfPlatform = (text: string, language: string) =>
  [1, 2, 3, 4, 5, 6, 7].some(
    (day) =>
      new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
        Date.UTC(2024, 0, day),
      ) === text,
  );

test('[LANG-7] the pages of a server that is not set up are in the language of the browser', async () => {
  const empty = await startService({ config: { trustProxy: 1 } });
  try {
    const url = new URL((await prepareSetupLink(empty.env)) ?? '');
    for (const language of LANGUAGES) {
      const own = textsOf(language);
      const visitor = newVisitor(empty.origin, {
        'accept-language': language,
        'x-forwarded-for': `192.0.2.${LANGUAGES.indexOf(language) + 1}`,
      });
      const form = await visitor.get(url.pathname + url.search);
      const pages = [
        form,
        await visitor.submit(form, { password: PASSWORD }),
        await visitor.get('/', HTML),
        await visitor.get('/setup?token=x'),
      ];
      for (const page of pages)
        assert.deepEqual(
          shownTexts(page).filter((text) => !OTHER.test(text) && !own.test(text)),
          [],
          language,
        );
    }
  } finally {
    await empty.close();
  }
});

test('[LANG-8] the language is that of the person, else of the browser', async () => {
  const visitor = newVisitor(service.origin);
  const langOf = ({ text }: View) => /<html lang="([^"]*)">/.exec(text)?.[1];
  const german = { 'accept-language': 'cy, de-CH;q=0.8, en;q=0.5' };
  const page = await visitor.get('/sign-in', german);
  assert.equal(langOf(page), 'de');
  assert.equal(page.headers.get('content-language'), 'de');
  assert.equal(page.headers.get('vary'), 'accept-language, cookie');
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.equal(langOf(await visitor.get('/sign-in')), 'en');
  assert.equal(langOf(await visitor.get('/sign-in', { 'accept-language': '<script>' })), 'en');
  const person = await fixture.signedIn(await createUser('th'));
  assert.equal(langOf(await person.get('/account', german)), 'th');
  assert.equal(langOf(await person.get(fixture.authorizeUrl(), german)), 'th');
  assert.equal(langOf(await person.get('/nothing', { ...german, ...HTML })), 'th');
});

test('[LANG-9] a language chosen on a page is remembered in the browser, and in the profile of who is signed in', async () => {
  const visitor = newVisitor(service.origin);
  const langOf = ({ text }: View) => /<html lang="([^"]*)">/.exec(text)?.[1];
  const page = await visitor.get('/sign-in?next=%2Faccount');
  const href = /<a href="([^"]*language=ja)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const chosen = await visitor.get(href);
  assert.deepEqual([chosen.status, chosen.location], [303, '/sign-in?next=%2Faccount']);
  assert.equal(langOf(await visitor.get('/sign-in', { 'accept-language': 'de' })), 'ja');
  const user = await createUser('en');
  const person = await fixture.signedIn(user);
  const languageOf = async () =>
    (
      await service.env.db.query<{ language: string }>('SELECT language FROM users WHERE id = $1', [user.id])
    )[0]?.language;
  for (const [query, headers] of [
    ['language=xx', {}],
    ['language=de&language=fr', {}],
    ['language=de', { 'sec-fetch-site': 'cross-site' }],
  ] as [string, Record<string, string>][]) {
    const refused = await person.get(`/account?${query}`, headers);
    assert.deepEqual([refused.status, refused.location, await languageOf()], [303, '/account', 'en'], query);
  }
  assert.equal((await person.get('/account?language=zh-tw')).location, '/account');
  assert.equal(await languageOf(), 'zh-tw');
  assert.equal(langOf(await person.get('/account')), 'zh-TW');
  await person.get('/account?language=en');
  assert.equal(langOf(await person.get('/account', { 'accept-language': 'de' })), 'en');
});
