import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogue } from '@ringbinder/locales';
import { adminOf, type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { DOMParser } from '@xmldom/xmldom';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { selfSigned } from '../saml/signing/key.ts';
import { makeSigningKey } from '../saml/testing/certificate.ts';
import { createWorkflow, type Workflow } from '../transactions/testing/workflow.ts';
import { checkReceiptFile } from './index.ts';
import { createReceiptPdfWriter } from './pdf/index.ts';
import { Sheet } from './pdf/sheet.ts';
import { createReceipt, type ReceiptFixture } from './testing/fixture.ts';
import { makePkcs12, pdfsig, run, signedParts, type TestKey, verifySignedPdf } from './testing/signed-pdf.ts';

const PASSWORD = 'Pass · word';

let service: TestService;
let receipt: ReceiptFixture;
let admin: CreatedUser;
let directory: string;
let signer: TestKey;
beforeAll(async () => {
  service = await startService();
  receipt = await createReceipt(service);
  admin = await adminOf(service, receipt.cast.owner);
  directory = await mkdtemp(join(tmpdir(), 'ringbinder-seal-'));
  const { privateKey, certificate } = makeSigningKey();
  signer = { key: privateKey, certificate };
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

const path = () => `/orgs/${receipt.cast.owner.orgId}/receipt_certificate`;
const upload = (json: unknown, { token }: { token: string } = admin) =>
  service.call('POST', path(), { token, json });
const uploadSigner = async () => {
  const { status, body } = await upload({ pkcs12: makePkcs12(signer, PASSWORD), password: PASSWORD });
  assert.equal(status, 200, body.message);
  return body.data;
};
const getPdf = (headers: Record<string, string> = {}, on = service, query = '?format=pdf') =>
  fetch(`${on.base}/${receipt.cast.binderId}/transactions/${receipt.transactionId}/receipt${query}`, {
    headers: { authorization: `Bearer ${receipt.cast.editor.token}`, ...headers },
  });
const signedPdf = async () => Buffer.from(await (await getPdf()).arrayBuffer());
const textOf = async (pdf: Buffer) => {
  const file = join(directory, 'text.pdf');
  await writeFile(file, pdf);
  return (await run('pdftotext', ['-layout', file, '-'])).stdout;
};
const infoOf = async (pdf: Buffer, ...flags: string[]) => {
  const file = join(directory, 'info.pdf');
  await writeFile(file, pdf);
  return (await run('pdfinfo', [...flags, file])).stdout;
};

test('[SEAL-1] the PDF has the content and the last hash of the HTML receipt, and says that it is not signed', async () => {
  const answer = await getPdf({ accept: 'application/pdf' }, service, '');
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; .*receipt\.pdf/);
  const pdf = Buffer.from(await answer.arrayBuffer());
  const check = await checkReceiptFile(receipt.file);
  const hash = check?.payload.runs.at(-1)?.hash ?? 'none';
  const text = await textOf(pdf);
  for (const part of [
    ...['Loan 4711', '“Okafor” <b>&amp;</b>', 'both pages.', 'pressed “Approve”', 'Is page 2 right?'],
    ...[receipt.cast.owner.name, receipt.cast.editor.name, 'Loan agreement <final> & signed.pdf'],
    ...[
      `Last hash ${hash}`,
      check?.payload.documents[0]?.sha256 ?? 'none',
      'This file has no digital signature',
    ],
  ])
    assert.ok(text.includes(part), `${part} is missing in ${text}`);
  const info = await infoOf(pdf);
  assert.match(info, /Title: +Loan 4711 .* · Receipt/);
  assert.ok(info.includes(`last-hash=${hash}`));
  assert.match(info, /Tagged: +yes/);
  assert.match(info, /Page size: .*\(A4\)/);
  const structure = await infoOf(pdf, '-struct');
  for (const tag of ['Document', 'H1', 'H2', 'Table', 'TH', 'LI']) assert.ok(structure.includes(tag), tag);
  assert.match(
    await (await getPdf({ accept: 'application/pdf' }, service, '?format=html')).text(),
    /^<!doctype/,
  );
  assert.match(await (await getPdf({}, service, '')).text(), /^<!doctype/);
});

test('[SEAL-2] a receipt with letters of right-to-left scripts shows them, and names characters without a glyph', async () => {
  const { owner, binderId } = receipt.cast;
  const workflow: Workflow = createWorkflow(service, { binderId, owner });
  const actions = [{ id: 'ok', text: 'Жизнь ሰላም', outcome: 'completed' }];
  const { id, steps } = await workflow.create([{ assignee: { user_id: owner.id }, actions }]);
  assert.equal((await workflow.press(id, steps[0], owner.token, 'ok')).status, 200);
  const answer = await fetch(`${service.base}/${binderId}/transactions/${id}/receipt?format=pdf`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const text = await textOf(Buffer.from(await answer.arrayBuffer()));
  assert.ok(text.includes('Жизнь'));
  assert.match(text, /U\+1230, U\+120B, U\+121D/);
});

test('[SEAL-3] only admins upload, read and delete the certificate, whose key nobody reads again', async () => {
  assert.equal(
    (await upload({ pkcs12: makePkcs12(signer, PASSWORD), password: PASSWORD }, receipt.cast.owner)).status,
    403,
  );
  const data = await uploadSigner();
  const certificate = new X509Certificate(signer.certificate);
  assert.equal(data.fingerprint, certificate.fingerprint256.replaceAll(':', '').toLowerCase());
  assert.deepEqual([data.subject, data.level, data.chain_length], ['CN=Test', 'B-B', 1]);
  const read = await service.call('GET', path(), { token: admin.token });
  assert.deepEqual(read.body.data, data);
  assert.equal((await service.call('GET', path(), { token: receipt.cast.owner.token })).status, 403);
  const [row] = await service.env.db.query<{ row: string }>(
    `SELECT row_to_json(c)::text || encode(sealed, 'escape') AS row FROM receipt_certificates c`,
  );
  assert.ok(row?.row.includes('CERTIFICATE') && !row.row.includes('PRIVATE KEY'));
  const other = await upload({ pkcs12: makePkcs12(signer, '', { algorithm: '3des' }), password: '' });
  assert.equal(other.status, 200, '3DES, and an empty password');
  assert.equal((await service.call('DELETE', path(), { token: admin.token })).status, 200);
  assert.equal((await service.call('GET', path(), { token: admin.token })).status, 404);
  assert.equal((await service.call('DELETE', path(), { token: admin.token })).status, 404);
  assert.match(await textOf(await signedPdf()), /This file has no digital signature/);
  const audit = await service.call('GET', `/orgs/${admin.orgId}/audit`, { token: admin.token });
  const entries = audit.body.data.entries.filter(({ action }: { action: string }) =>
    action.startsWith('certificate.'),
  );
  assert.deepEqual(
    entries.map(({ action }: { action: string }) => action),
    ['certificate.delete', 'certificate.upload', 'certificate.upload'],
  );
  assert.equal(entries[0].details.fingerprint, data.fingerprint);
  assert.ok(!JSON.stringify(entries).includes(PASSWORD));
});

test('[SEAL-4] a file that cannot sign is refused by field, and the earlier certificate remains', async () => {
  const before = await uploadSigner();
  const keys = makeSigningKey(1_024);
  const expired = keyUntil(Date.parse('2020-01-01'), Date.parse('2020-02-01'));
  for (const [field, json, reason] of [
    ['pkcs12', { pkcs12: '***', password: '' }, /base64/],
    ['pkcs12', { pkcs12: 'AAAA', password: '' }, /not a PKCS#12 file/],
    ['pkcs12', { pkcs12: Buffer.from(signer.key).toString('base64'), password: '' }, /PKCS#12/],
    ['password', { pkcs12: makePkcs12(signer, PASSWORD), password: 'another' }, /does not open/],
    [
      'pkcs12',
      { pkcs12: makePkcs12(signer, PASSWORD, { hasKey: false }), password: PASSWORD },
      /no private key/,
    ],
    [
      'pkcs12',
      { pkcs12: makePkcs12({ ...signer, certificate: expired.certificate }, PASSWORD), password: PASSWORD },
      /no certificate for/,
    ],
    [
      'pkcs12',
      {
        pkcs12: makePkcs12({ key: keys.privateKey, certificate: keys.certificate }, PASSWORD),
        password: PASSWORD,
      },
      /2,048/,
    ],
    ['pkcs12', { pkcs12: makePkcs12(expired, PASSWORD), password: PASSWORD }, /expired on 2020-02-01/],
  ] as const) {
    const { status, body } = await upload(json);
    assert.equal(status, 400, `${reason}: ${JSON.stringify(body)}`);
    assert.match(JSON.stringify(body), reason);
    assert.ok(JSON.stringify(body).includes(`"${field}"`), JSON.stringify(body));
  }
  assert.deepEqual((await service.call('GET', path(), { token: admin.token })).body.data, before);
});

test('[SEAL-4] a file whose password is hashed millions of times is refused, and other calls go on meanwhile', async () => {
  const file = Buffer.from(makePkcs12(signer, PASSWORD, { count: 70_000 }), 'base64');
  const rounds = Buffer.from([2, 3, 0x01, 0x11, 0x70]);
  const last = file.lastIndexOf(rounds);
  assert.notEqual(last, -1);
  Buffer.from([2, 3, 0x7f, 0xff, 0xff]).copy(file, last);
  const uploaded = upload({ pkcs12: file.toString('base64'), password: PASSWORD });
  let isOver = false;
  void uploaded.then(() => {
    isOver = true;
  });
  for (let call = 0; call < 5; call++) {
    const begun = performance.now();
    assert.equal((await service.call('GET', '/me', { token: receipt.cast.editor.token })).status, 200);
    assert.ok(performance.now() - begun < 2_000);
  }
  assert.equal(isOver, false);
  const { status, body } = await uploaded;
  assert.equal(status, 400, body.message);
  assert.match(body.message, /pkcs12 takes too long to open/);
});

test('[SEAL-5] two verifiers accept the signature, and a byte changed anywhere breaks it', async () => {
  await uploadSigner();
  const pdf = await signedPdf();
  assert.match(await textOf(pdf), /This file has a digital signature of/);
  const { certificate } = verifySignedPdf(pdf);
  assert.equal(certificate.toString(), new X509Certificate(signer.certificate).toString());
  const report = await pdfsig(directory, pdf);
  assert.match(report, /Signature is Valid/);
  assert.match(report, /Total document signed/);
  assert.match(report, /ETSI\.CAdES\.detached/);
  await opensslVerify(pdf);
  const { cms } = signedParts(pdf);
  const gap = pdf.indexOf(cms.toString('hex'));
  for (let at = 0; at < pdf.length; at += 97) {
    if (at >= gap - 1 && at <= pdf.indexOf('>', gap)) continue;
    assert.throws(() => verifySignedPdf(flipped(pdf, at)), `a byte at ${at}`);
  }
  for (const at of [20, 3_000, Math.floor(gap / 2), pdf.length - 2_000, pdf.length - 30])
    assert.doesNotMatch(await pdfsig(directory, flipped(pdf, at)), /Signature is Valid/, `a byte at ${at}`);
  const last = gap + 2 * cms.length - 10;
  assert.throws(() => verifySignedPdf(flipped(pdf, last, 1)));
});

test('[SEAL-6] a time-stamp server makes the signature B-T; without its answer the PDF is a 503', async () => {
  const stamps = await startTimeStampServer();
  const other = await startService({ config: { timeStampUrl: stamps.url } });
  onTestFinished(() => other.close());
  const { cast, transactionId } = await createReceipt(other);
  const { token } = await adminOf(other, cast.owner);
  const json = { pkcs12: makePkcs12(signer, PASSWORD), password: PASSWORD };
  const uploaded = await other.call('POST', `/orgs/${cast.owner.orgId}/receipt_certificate`, { token, json });
  assert.equal(uploaded.body.data.level, 'B-T');
  const request = () =>
    fetch(`${other.base}/${cast.binderId}/transactions/${transactionId}/receipt?format=pdf`, {
      headers: { authorization: `Bearer ${cast.editor.token}` },
    });
  const answer = await request();
  assert.equal(answer.status, 200, answer.ok ? '' : await answer.text());
  const pdf = Buffer.from(await answer.arrayBuffer());
  const { token: stamp, signature } = verifySignedPdf(pdf);
  assert.ok(stamp);
  const file = join(directory, 'token.der');
  await writeFile(file, stamp);
  const digest = createHash('sha256').update(signature).digest('hex');
  const verify = (of: string) =>
    run('openssl', ['ts', '-verify', '-token_in', '-in', file, '-digest', of, '-CAfile', stamps.certificate]);
  assert.match((await verify(digest)).stdout, /Verification: OK/);
  await assert.rejects(verify(digest.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))));
  assert.match(await pdfsig(directory, pdf), /Signature is Valid/);

  for (const fault of ['another', 'refused', 'broken'] as const) {
    stamps.fault = fault;
    const answer = await request();
    assert.equal(answer.status, 503, fault);
    assert.match(await answer.text(), /time-stamp server/);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  }
  await stamps.close();
  assert.equal((await request()).status, 503);
});

test('[SEAL-7] an expired certificate gives no PDF, signed or not, until an admin replaces it', async () => {
  const other = await startService({ config: { accessTokenSeconds: (10 * DAY_MS) / 1_000 } });
  onTestFinished(() => other.close());
  const { cast, transactionId } = await createReceipt(other);
  const now = other.clock.now();
  const { token } = await adminOf(other, cast.owner);
  const soon = keyUntil(now - DAY_MS, now + 2 * DAY_MS);
  const json = { pkcs12: makePkcs12(soon, PASSWORD), password: PASSWORD };
  const certificatePath = `/orgs/${cast.owner.orgId}/receipt_certificate`;
  assert.equal((await other.call('POST', certificatePath, { token, json })).status, 200);
  const status = async () => {
    const answer = await fetch(
      `${other.base}/${cast.binderId}/transactions/${transactionId}/receipt?format=pdf`,
      { headers: { authorization: `Bearer ${cast.editor.token}` } },
    );
    return [answer.status, answer.ok ? '' : await answer.text()];
  };
  assert.deepEqual(await status(), [200, '']);
  other.clock.advance(3 * DAY_MS);
  const [code, message] = await status();
  assert.equal(code, 412);
  assert.match(String(message), /expired on \d{4}-\d{2}-\d{2}: an admin must replace or delete it/);
});

const DAY_MS = 24 * 60 * 60 * 1_000;

function keyUntil(from: number, until: number): TestKey {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { key, certificate: selfSigned(keys, 'Test', { from, until }) };
}

async function opensslVerify(pdf: Buffer): Promise<void> {
  const { content, cms } = signedParts(pdf);
  const files = { content, cms, trusted: signer.certificate };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(directory, name), bytes);
  const at = (name: keyof typeof files) => join(directory, name);
  const trust = ['-CAfile', at('trusted'), '-purpose', 'any', '-out', '/dev/null'];
  const signed = ['-inform', 'DER', '-in', at('cms'), '-content', at('content')];
  await run('openssl', ['cms', '-verify', '-binary', ...signed, ...trust]);
}

interface TimeStampServer {
  url: string;
  certificate: string;
  fault?: 'another' | 'refused' | 'broken';
  close(): Promise<unknown>;
}

const TSA_CONFIG = `[tsa]
default_tsa = one
[one]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ordering = no
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

async function startTimeStampServer(): Promise<TimeStampServer> {
  const cwd = await mkdtemp(join(directory, 'tsa-'));
  await writeFile(join(cwd, 'tsa.cnf'), TSA_CONFIG);
  await writeFile(join(cwd, 'serial'), '01');
  const subject = ['-subj', '/CN=Time', '-days', '3650', '-addext', 'extendedKeyUsage=critical,timeStamping'];
  const files = ['-keyout', 'tsa.key', '-out', 'tsa.crt'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], { cwd });
  const answerTo = async (query: Buffer) => {
    await writeFile(join(cwd, 'query'), query);
    const key = ['-signer', 'tsa.crt', '-inkey', 'tsa.key', '-config', 'tsa.cnf'];
    await run('openssl', ['ts', '-reply', '-queryfile', 'query', '-out', 'reply', ...key], { cwd });
    return readFile(join(cwd, 'reply'));
  };
  const digest = createHash('sha256').update('another').digest('hex');
  await run('openssl', ['ts', '-query', '-sha256', '-digest', digest, '-cert', '-out', 'another'], { cwd });
  const result: TimeStampServer = {
    url: '',
    certificate: join(cwd, 'tsa.crt'),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { fault } = result;
    const query = fault === 'another' ? await readFile(join(cwd, 'another')) : Buffer.concat(chunks);
    const reply = await answerTo(fault === 'refused' ? Buffer.from('no query') : query);
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(fault === 'broken' ? reply.subarray(0, 100) : reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  result.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return result;
}

function flipped(pdf: Buffer, at: number, bit = 0): Buffer {
  const changed = Buffer.from(pdf);
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
}

async function metadataOf(pdf: Buffer, name: string): Promise<string> {
  const errors: string[] = [];
  // The parser warns about U+FFFD.
  const onError = (level: string, message: string) => level !== 'warning' && errors.push(message);
  const text = (await infoOf(pdf, '-meta')).trim();
  const parsed = new DOMParser({ onError }).parseFromString(text, 'text/xml');
  assert.deepEqual(errors, []);
  return parsed.getElementsByTagName(name)[0]?.textContent?.trim() ?? '';
}

test('[SEAL-9] the metadata of a PDF is XML, whatever the title contains', async () => {
  const info = {
    author: 'Smith & Sons <Ltd>',
    keywords: 'last-hash=0',
    createdTime: Date.now(),
    language: 'en',
    pictureText: 'Signature',
  };
  const title = 'Loan <&]]> \ud800 \u0001 “Okafor”';
  const pdf = await new Sheet({ ...info, title }).bytes();
  assert.equal(await metadataOf(pdf, 'dc:title'), 'Loan <&]]> \ufffd \ufffd “Okafor”');
  assert.equal(await metadataOf(pdf, 'dc:creator'), info.author);
});

test('[SEAL-10] texts that look like a signature do not break the signature', async () => {
  await uploadSigner();
  const { owner, binderId } = receipt.cast;
  const workflow: Workflow = createWorkflow(service, { binderId, owner });
  const title = '/ByteRange [0 /********** /********** /**********]';
  const actions = [{ id: 'ok', text: 'OK', outcome: 'completed' }];
  const { id, steps } = await workflow.create([{ assignee: { user_id: owner.id }, actions }], owner.token, {
    title,
  });
  assert.equal((await workflow.press(id, steps[0], owner.token, 'ok')).status, 200);
  const answer = await fetch(`${service.base}/${binderId}/transactions/${id}/receipt?format=pdf`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  assert.equal(answer.status, 200);
  const pdf = Buffer.from(await answer.arrayBuffer());
  assert.ok(pdf.includes(title));
  verifySignedPdf(pdf);
  assert.match(await pdfsig(directory, pdf), /Signature is Valid/);
});

test('[SEAL-11] a caller has one receipt written at a time, and a long receipt ends with a 503', async () => {
  const check = await checkReceiptFile(receipt.file);
  const { payload } = check ?? assert.fail('the receipt is not valid');
  const input = { payload, field: undefined };
  const write = createReceiptPdfWriter();
  const ended: string[] = [];
  const begin = (caller: string) =>
    write(caller, input).then(
      () => ended.push(caller),
      (error) => {
        assert.deepEqual([error.status, error.retryAfter], [503, 5]);
        ended.push(`${caller} refused`);
      },
    );
  await Promise.all([...Array.from({ length: 6 }, () => begin('one')), begin('other')]);
  assert.deepEqual(ended.slice(0, 1), ['one refused']);
  assert.equal(ended.filter((each) => each === 'one').length, 5);
  assert.ok(ended.indexOf('other') < ended.lastIndexOf('one'));
  const limited = createReceiptPdfWriter({ maxMs: 1 });
  await assert.rejects(limited('one', input), {
    message: /^the receipt takes more than 0.001 seconds to write/,
    retryAfter: 5,
  });
});

test('[SEAL-12] an RSA key of more than 8,192 bits gets a 400 that names pkcs12', async () => {
  const file = await readFile(new URL('./testing/large-key.p12', import.meta.url), 'base64');
  const { status, body } = await upload({ pkcs12: file, password: 'secret' });
  assert.equal(status, 400);
  assert.equal(body.errors[0].path, 'pkcs12');
  assert.match(body.message, /2,048 to 8,192 bits/);
});

test('[LANG-24] a receipt as PDF is in the language of the person who requests it, and its signature is valid', async () => {
  await uploadSigner();
  const { token } = receipt.cast.editor;
  for (const language of ['de', 'ru', 'vi', 'lt', 'ja', 'ko', 'th', 'zh', 'zh-tw']) {
    await service.call('POST', '/me', { token, json: { language } });
    const { text } = await openCatalogue(language);
    const pdf = await signedPdf();
    const shown = (await textOf(pdf)).replace(/\s+/g, '');
    for (const id of ['receipt.answers', 'receipt.requested_by', 'receipt.pdf_signature'])
      assert.ok(shown.includes(text(id).replace(/\s+/g, '')), `${language}: ${id}\n${shown}`);
    assert.ok(!shown.includes(text('receipt.pdf_characters').replace(/\s+/g, '')), language);
    verifySignedPdf(pdf);
    assert.match(await pdfsig(directory, pdf), /Signature is Valid/, language);
  }
  await service.call('POST', '/me', { token, json: { language: 'en' } });
});
