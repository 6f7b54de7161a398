import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type CreatedUser, seriousFindings, startService, type TestService } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import { makePdf } from '../../media/testing/fixtures.ts';
import { uploaded } from '../pages/testing/upload.ts';
import { stepFor } from '../transactions/testing/workflow.ts';
import { checkReceiptFile } from './index.ts';

const browser = testBrowser();
const { SCREENSHOTS } = process.env;
let service: TestService;
let directory: string;
let owner: CreatedUser;
let editor: CreatedUser;
let stranger: CreatedUser;
let binderId: string;
let transactionId: number;
let file: string;

const post = async (path: string, json: unknown, { token } = owner) => {
  const answer = await service.call('POST', `/${binderId}${path}`, { token, json });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
};
const receipt = (id = transactionId, { token } = editor) =>
  fetch(`${service.base}/${binderId}/transactions/${id}/receipt`, {
    headers: { authorization: `Bearer ${token}` },
  });

before(async () => {
  service = await startService();
  directory = await mkdtemp(join(tmpdir(), 'ringbinder-receipt-'));
  ({ owner, editor, stranger, binderId } = await service.make.cast());
  await uploaded(service, { binderId, owner }, makePdf({ pages: 2 }), 'Loan agreement <final> & signed.pdf');
  const title = 'Loan 4711  “Okafor” <b>&amp;</b>';
  const steps = [stepFor(owner), stepFor(editor)];
  const made = await post('/transactions', { title, content: 'Please read\r\nboth pages.', steps });
  transactionId = made.transaction_id;
  const press = (index: number, who: CreatedUser) =>
    post(`/transactions/${transactionId}/steps/${made.steps[index].id}`, { click_button_id: 'approve' }, who);
  await press(0, owner);
  for (const text of ['Nobody’s business', 'Not yours either'])
    await post('/messages', { message: { text } });
  await post('/messages', {
    message: { text: 'Is page 2 right?' },
    reply_to: { transaction: { id: transactionId } },
  });
  assert.equal((await receipt()).status, 412);
  await press(1, editor);
  file = await (await receipt()).text();
});
after(async () => {
  await browser.close();
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const SHEET = '<link rel="stylesheet" href="data:text/css,h1{display:none}">';
const allowingStyles = (html: string) => html.replace(/style-src '[^']*'/, `style-src 'unsafe-inline' data:`);
const shadowOf = (mode: string) =>
  `<template shadowrootmode="${mode}"><h1>Loan 4712</h1><slot></slot></template>`;

/** A change of the file, and what finds it. */
const changes: [string, (html: string) => string][] = [
  ['the title', (html) => html.replace('<h1>Loan 4711', '<h1>Loan 4712')],
  ['the title of the tab', (html) => html.replace('<title>Loan', '<title>Lean')],
  ['a name', (html) => html.replace(/<li data-status="completed"><strong>/, '$&x')],
  ['when', (html) => html.replace(/datetime="2/, 'datetime="3')],
  ['a hash of a document that is shown', (html) => html.replace(/<code>[0-9a-f]/, '<code>x')],
  ['something that lies over the page', (html) => html.replace('<main>', '<p>All good</p><main>')],
  ['the style', (html) => html.replace('</style>', 'h1 { display: none; }</style>')],
  [
    'a style of somebody else',
    (html) => html.replace('</head>', '<style>h1 { display: none; }</style></head>'),
  ],
  ['a sheet of somebody else', (html) => html.replace('</head>', `${SHEET}</head>`)],
  ['a sheet that the policy allows', (html) => allowingStyles(html).replace('</head>', `${SHEET}</head>`)],
  ['a sheet at the end', (html) => allowingStyles(html).replace('</html>', `</html>${SHEET}`)],
  ['the style of the body', (html) => allowingStyles(html).replace('<body>', '<body style="opacity: 0.5">')],
  ['the style of the page', (html) => allowingStyles(html).replace('<html ', '<html style="zoom: 3" ')],
  ['an attribute of the page', (html) => html.replace('<html lang="en">', '<html lang="en" hidden>')],
  ['the policy', allowingStyles],
  ['a style in the result', (html) => html.replace('role="status"', 'role="status" style="top: 1px"')],
  ['the doctype', (html) => html.replace('<!doctype html>', '')],
  ['a remark before it', (html) => html.replace('<!doctype html>', '<!-- seen --><!doctype html>')],
  [
    'a page that goes on elsewhere',
    (html) => html.replace('</head>', '<meta http-equiv="refresh" content="900; url=x"></head>'),
  ],
  ['a shadow over the page', (html) => html.replace('<main>', `<main>${shadowOf('open')}`)],
  ['a closed shadow over the page', (html) => html.replace('<main>', `<main>${shadowOf('closed')}`)],
  ['a shadow over all', (html) => html.replace('<body>', `<body>${shadowOf('closed')}`)],
  ['what is said in an entry', (html) => html.replace('"text":"Is page 2', '"text":"Is page 3')],
  ['an entry’s hash', (html) => html.replace(/"body_hash":"./, '"body_hash":"g')],
  ['a salt', (html) => html.replace(/"salt":"./, '"salt":"g')],
  ['who acted', (html) => html.replace(/"actor_id":"U./, '"actor_id":"U_')],
  ['the hash before', (html) => html.replace(/"previous":"./, '"previous":"g')],
  ['the hash of an entry that is not shown', (html) => html.replace(/},"([0-9a-f]{63})[0-9a-f]"/, '},"$1x"')],
  ['the last hash', (html) => html.replace(/"hash":"./, '"hash":"g')],
  ['a document', (html) => html.replace(/"sha256":"./, '"sha256":"g')],
  [
    'the signature',
    (html) => html.replace(/"value":"(.)/, (_, first) => `"value":"${first === 'A' ? 'B' : 'A'}`),
  ],
  ['the key', (html) => html.replace(/"x":"(.)/, (_, first) => `"x":"${first === 'A' ? 'B' : 'A'}`)],
  [
    'the name of the key',
    (html) => html.replace(/"kid":"(.)/, (_, first) => `"kid":"${first === 'A' ? 'B' : 'A'}`),
  ],
  ['the issuer', (html) => html.replace('"issuer":"http://', '"issuer":"https://')],
  ['half of the file', (html) => html.slice(0, html.indexOf('id="receipt">') + 500)],
];

test('[TIME-6] the receipt of a transaction that has ended is one file, for who reads the binder', async () => {
  const answer = await receipt();
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; /);
  assert.equal((await receipt(transactionId, stranger)).status, 403);
  assert.equal((await receipt(999_999)).status, 404);
  const found = await checkReceiptFile(file);
  assert.deepEqual(
    found?.checks.map(({ passed, words }) => [passed, words]).filter(([passed]) => !passed),
    [],
  );
  const { payload, signature } = found ?? {};
  assert.deepEqual(
    payload?.transaction.steps.map((step) => [step.assignee.name, step.button_text, step.status]),
    [owner, editor].map(({ name }) => [name, 'Approve', 'completed']),
  );
  assert.equal(payload?.documents[0]?.name, 'Loan agreement <final> & signed.pdf');
  const kinds = payload?.runs
    .flatMap(({ items }) => items)
    .map((item) => (typeof item === 'string' ? 'hidden' : item.kind));
  const feed = 'message_posted';
  assert.deepEqual(kinds, [
    'transaction_created',
    'step_completed',
    feed,
    'hidden',
    'hidden',
    feed,
    'step_completed',
    feed,
    'transaction_ended',
  ]);
  assert.ok(!file.includes('business'), 'what others said is not in it');
  const published = (await (await fetch(`${service.origin}/.well-known/ringbinder-keys.json`)).json()) as {
    keys: Record<string, string>[];
  };
  assert.deepEqual(
    published.keys.map(({ x, kid, alg }) => [x, kid, alg]),
    [[signature?.key.x, signature?.key.kid, 'EdDSA']],
  );
  assert.ok(!JSON.stringify(published).includes('"d"'), 'the private part stays here');
});

test('[TIME-7] a changed byte anywhere is found by the program for Node', async () => {
  for (const [what, change] of changes) {
    const changed = change(file);
    assert.notEqual(changed, file, what);
    const found = await checkReceiptFile(changed);
    assert.ok(!found || found.checks.some(({ passed }) => passed === false), what);
  }
  for (let at = 7; at < file.length; at += 97) {
    const found = await checkReceiptFile(`${file.slice(0, at)}\u0001${file.slice(at + 1)}`);
    assert.ok(!found || found.checks.some(({ passed }) => passed === false), `a byte at ${at}`);
  }
  const path = join(directory, 'receipt.html');
  await writeFile(path, file);
  const run = (...more: string[]) =>
    new Promise<{ code: unknown; out: string }>((resolve) => {
      const program = new URL('../../commands/verify-receipt.ts', import.meta.url).pathname;
      execFile(process.execPath, [program, path, ...more], (error, out) =>
        resolve({ code: error?.code ?? 0, out }),
      );
    });
  const good = await run();
  assert.deepEqual([good.code, good.out.includes('BAD')], [0, false], good.out);
  const keys = join(directory, 'keys.json');
  await writeFile(keys, '{"keys":[]}');
  assert.equal((await run('--keys', keys)).code, 1);
  await writeFile(path, file.replace('Loan 4711', 'Loan 4712'));
  assert.equal((await run()).code, 1);
});

test(
  '[TIME-8] a receipt opened from a disk checks itself, and says what it found',
  browser.needed,
  async () => {
    const { page, errors, requests } = await browser.newPage();
    const path = join(directory, 'opened.html');
    const open = async (html: string) => {
      await writeFile(path, html);
      await page.goto(pathToFileURL(path).href);
    };
    await open(file);
    await page.waitForSelector('#result[data-state]');
    assert.equal(
      await page.getAttribute('#result', 'data-state'),
      'good',
      (await page.textContent('#result')) ?? '',
    );
    assert.deepEqual(await seriousFindings(page), []);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      requests.filter((address) => !address.startsWith('file:')),
      [],
      'it asked nobody',
    );
    if (SCREENSHOTS)
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1200, 390]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          await page.screenshot({
            path: join(SCREENSHOTS, `receipt-${width}-${colorScheme}.png`),
            fullPage: true,
          });
        }
    await page.click('#result button');
    await page.waitForSelector('#result:has-text("It is their key.")');
    for (const [what, change] of changes) {
      await open(change(file));
      // Where the style was changed nothing of it is applied, and where the file is cut it has no script.
      const state = what === 'half of the file' ? null : 'bad';
      if (state) await page.waitForSelector('#result[data-state]', { state: 'attached' });
      assert.equal(await page.getAttribute('#result', 'data-state'), state, what);
    }
    await open(file.replace('checkInPage({', 'document.title;checkInPage({'));
    assert.match(
      (await page.textContent('#result')) ?? '',
      /has not been checked/,
      'another script does not run',
    );
  },
);

test('[TIME-6] [TIME-12] a log that does not fit its chain gives no receipt', async () => {
  await service.env.db.query(
    `UPDATE binder_log SET at = at + 1 WHERE binder_id = $1 AND kind = 'step_completed'`,
    [binderId],
  );
  const refused = await receipt();
  assert.equal(refused.status, 500, 'of the server, which logs it as an error');
  assert.match(((await refused.json()) as { message: string }).message, /does not fit its hash chain/);
  assert.ok((await readFile(join(directory, 'opened.html'))).length > 0);
});
