import { createHash } from 'node:crypto';
import { type Catalogue, openCatalogue } from '@ringbinder/locales';
import type { FormAnswers, SharedAssignee, Step, Transaction } from '@ringbinder/protocol';
import { bodyText, canonicalJson, entryText, linkText } from '@ringbinder/protocol/chain.ts';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { signatureArea } from '@ringbinder/protocol/signature-area.ts';
import { type Actor, accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, preconditionFailed, withDetails } from '../../errors.ts';
import { chainLog } from '../hash-chain/index.ts';
import { readTransactions } from '../transactions/index.ts';
import { findLanguage } from '../users/index.ts';
import { checkFunctions } from './browser.ts';
import { receiptDocument } from './document.ts';
import { signingKey } from './keys.ts';
import { findBinderName, findDocuments, findPlaces, findSignedPages, type SignedPage } from './queries.ts';
import type {
  ReceiptAnswer,
  ReceiptPayload,
  ReceiptPress,
  ReceiptSignature,
  ReceiptSignaturePicture,
} from './receipt.ts';
import { fillPattern, renderAnswers, renderReceipt, renderSentence, renderSignatures } from './render.ts';
import { readRuns } from './runs.ts';
import { RECEIPT_STYLE } from './style.ts';
import { verifyReceipt } from './verify.ts';
import { FIXED_WORDS, receiptWords, translatedWords } from './words.ts';

const VERSION = 4;

export interface Receipt {
  name: string;
  html: string;
}

export async function makeReceipt(
  env: Environment,
  ...of: readonly [actor: Actor, binderId: string, transactionId: number]
): Promise<Receipt> {
  const [{ userId }] = of;
  const user = await findLanguage(env.db, userId);
  const payload = await receiptPayload(env, await openCatalogue(user?.language ?? 'en'), ...of);
  const { publicKey, sign } = await signingKey(env);
  const { kty, crv, x, kid } = publicKey;
  const value = sign(canonicalJson(payload));
  const html = receiptFile(payload, { alg: 'EdDSA', key: { kty, crv, x, kid }, value });
  return { name: fileNameOf(payload), html };
}

export async function receiptPayload(
  env: Environment,
  catalogue: Catalogue,
  ...[actor, binderId, transactionId]: readonly [actor: Actor, binderId: string, transactionId: number]
): Promise<ReceiptPayload> {
  const { db } = env;
  await accessBinder(db, actor, binderId, 'read');
  const all = await readTransactions(env, db, binderId, [transactionId]);
  const transaction = orNotFound(all.get(transactionId), 'transaction', transactionId);
  const { outcome, display_status: status } = transaction;
  if (outcome === undefined) throw preconditionFailed(because('transaction_open'));
  await chainLog(db, binderId);
  const places = await findPlaces(db, binderId, transactionId, transaction.created_time);
  const runs = await readRuns(db, binderId, places);
  const last = runs.at(-1)?.items.at(-1);
  if (last === undefined || typeof last === 'string')
    throw preconditionFailed(
      withDetails(because('not_possible'), 'the end of the transaction is not in the log of the binder'),
    );
  const documents = await findDocuments(db, binderId, last.at, namedIn(transaction));
  const signedPages = await findSignedPages(db, binderId, transactionId);
  return {
    version: VERSION,
    language: catalogue.tag,
    words: translatedWords(catalogue),
    issuer: env.baseUrl(),
    keys_url: keysUrl(env),
    issued_time: env.clock.now(),
    binder: { id: binderId, name: await findBinderName(db, binderId) },
    transaction: {
      id: transactionId,
      title: transaction.title,
      content: transaction.content,
      creator: transaction.creator,
      created_time: transaction.created_time,
      ended_time: last.at,
      outcome,
      status: status ?? { text: outcome, style: 'INFO' },
      steps: transaction.steps.map((step) => stepOf(step, signedPages)),
    },
    documents: documents.map(({ name, mime_type, size, sha256, is_own }) => ({
      ...{ name, mime_type, size, sha256 },
      ...(is_own && { is_own }),
    })),
    more_documents: (documents[0]?.total ?? 0) - documents.length,
    runs,
    ...receiptParts,
  };
}

function namedIn({ steps }: Transaction): { pageIds: number[]; fileIds: string[] } {
  return {
    pageIds: steps.flatMap(({ pages = [], signatures = [] }) => [
      ...pages.map(({ id }) => id),
      ...signatures.map(({ page_id }) => page_id),
    ]),
    fileIds: steps.flatMap(({ file_requests = [] }) =>
      file_requests.flatMap(({ files }) => files.map(({ file_id }) => file_id)),
    ),
  };
}

function stepOf(
  step: Transaction['steps'][number],
  signedPages: readonly SignedPage[],
): ReceiptPayload['transaction']['steps'][number] {
  const { id, assignee, status, completed_time = null, clicked_button_id = null } = step;
  const { user_id, name, email, pressed_by } = assignee;
  const action = step.actions.find((each) => each.id === clicked_button_id);
  return {
    id,
    assignee: { user_id, name, ...(email === undefined ? {} : { email }) },
    status,
    button_id: clicked_button_id,
    button_text: action?.text ?? clicked_button_id,
    completed_time,
    ...(pressed_by && !step.assignees ? { pressed_by } : {}),
    ...(step.assignees ? { presses: pressesOf(step, step.assignees) } : answersIn(step, step.answers)),
    ...signaturesIn(step, signedPages),
  };
}

function pressesOf(step: Step, assignees: readonly SharedAssignee[]): ReceiptPress[] {
  return assignees
    .flatMap(({ user_id, name, email, pressed, pressed_by }) => {
      if (!pressed) return [];
      const { click_button_id: button_id, time } = pressed;
      const button_text = step.actions.find(({ id }) => id === button_id)?.text ?? button_id;
      const person = { user_id, name, ...(email === undefined ? {} : { email }) };
      const delegate = pressed_by ? { pressed_by } : {};
      return { ...person, button_id, button_text, time, ...delegate, ...answersIn(step, pressed.answers) };
    })
    .toSorted((one, other) => one.time - other.time);
}

function signaturesIn(
  { id: stepId, signatures = [] }: Step,
  signedPages: readonly SignedPage[],
): { signatures?: ReceiptSignaturePicture[] } {
  const given = signatures.flatMap(({ id, label, signature, ...place }): ReceiptSignaturePicture[] => {
    if (!signature) return [];
    const { text, strokes, sha256 = null } = signature;
    const content = {
      ...(text === undefined ? {} : { text }),
      ...(strokes === undefined ? {} : { strokes }),
    };
    const page = signedPages.find(({ step_id, place: signed }) => step_id === stepId && signed === id);
    const document = page && {
      document: { name: page.name, page: page.page },
      ...(page.signed_sha256 !== null && { signed_sha256: page.signed_sha256 }),
    };
    return [{ place: id, label, ...signatureArea(place), ...content, ...document, sha256 }];
  });
  return given.length === 0 ? {} : { signatures: given };
}

function answersIn(step: Step, answers: FormAnswers | undefined): { answers?: ReceiptAnswer[] } {
  if (!answers) return {};
  const given = (step.fields ?? []).flatMap(({ id, label, currency }): ReceiptAnswer[] => {
    const answer = answers[id];
    if (answer === undefined) return [];
    const value = Array.isArray(answer) ? filesText(step, answer) : answer;
    return [{ id, label, value, ...(currency === undefined ? {} : { currency }) }];
  });
  return { answers: given };
}

function filesText({ file_requests = [] }: Step, pageIds: readonly number[]): string {
  const files = file_requests
    .flatMap((request) => request.files)
    .filter(({ page_ids }) => page_ids.some((id) => pageIds.includes(id)));
  const isGone = (page: number) => !files.some(({ page_ids }) => page_ids.includes(page));
  return [
    ...files.map(({ name, sha256 }) => `${name} (SHA-256 ${sha256})`),
    ...pageIds.filter(isGone).map((page) => `page ${page} (deleted)`),
  ].join('; ');
}

export function keysPath({ basePath }: Pick<Environment, 'basePath'>): string {
  return `${basePath.replace(/\/v1$/, '')}/.well-known/ringbinder-keys.json`;
}

const keysUrl = (env: Environment) => `${new URL(env.baseUrl()).origin}${keysPath(env)}`;

const texts = [canonicalJson, bodyText, entryText, linkText];

/** Browsers can run the functions, because Node replaces types with blanks. */
const RECEIPT_SCRIPT = `
${[...texts, fillPattern, renderSentence, renderAnswers, renderSignatures, renderReceipt, receiptDocument, verifyReceipt, ...checkFunctions].map(String).join('\n')}
checkInPage({
  write: (payload, signature, parts) => receiptDocument(payload, signature, parts, payload.words),
  verify: verifyReceipt,
  text: { ${texts.map(({ name }) => name).join(', ')} },
  unreadable: ${JSON.stringify(FIXED_WORDS[2].unreadable)},
});
`;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const receiptParts = {
  style_sha256: digest(RECEIPT_STYLE),
  script_sha256: digest(RECEIPT_SCRIPT),
};

export const fileNameOf = (payload: ReceiptPayload) =>
  fillPattern(receiptWords(payload).fileName, { title: excerpt(payload.transaction.title, 100) });

function receiptFile(payload: ReceiptPayload, signature: ReceiptSignature): string {
  return receiptDocument(
    payload,
    signature,
    { style: RECEIPT_STYLE, script: RECEIPT_SCRIPT },
    receiptWords(payload),
  );
}
