import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type { Environment } from '../../environment/environment.ts';
import { runInThread } from '../../limits/in-thread.ts';
import { append, type NewLogEntry } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import type { ReceivedBytes } from '../../storage/files/index.ts';
import { insertFile, storeBytes } from '../files/index.ts';
import { addFile, archiveReplacedFile, inspectFile } from '../pages/index.ts';
import type { SignatureSheet } from './draw-sheet.ts';
import {
  type DrawnSignature,
  endJob,
  findSignatures,
  findVersions,
  lockBinder,
  type SignatureJob,
  type SignedFile,
  showFile,
} from './queries.ts';

const MAX_DRAWING_MS = 20_000;
const PDF = 'application/pdf';

export class SignaturesChanged extends Error {}

interface Plan {
  source: SignedFile;
  signatures: DrawnSignature[];
  steps: number[];
  added: DrawnSignature[];
  shown: SignedFile[];
  /** Changes with each signature and each version of the file. */
  state: string;
}

/** Throws `SignaturesChanged` if signatures change while they are drawn. */
export async function drawVersion(env: Environment, job: SignatureJob): Promise<void> {
  const plan = await planVersion(env.db, job);
  if (plan === null) {
    await env.db.transaction((tx) => endJob(tx, job));
    return;
  }
  const bytes = await drawnBytes(env, plan);
  try {
    await env.db.transaction((tx) => storeVersion(env, tx, job, plan, bytes));
  } finally {
    await bytes.drop();
  }
}

async function planVersion(db: Database, job: SignatureJob): Promise<Plan | null> {
  const versions = await findVersions(db, job);
  const all = await findSignatures(db, job);
  const [newest] = versions;
  const original = versions.find(({ signed_steps }) => signed_steps === null);
  if (!newest || !original) return null;
  const drawn = new Set(newest.signed_steps ?? []);
  const isErased = all.some(({ signature, step_id }) => signature.erased && drawn.has(step_id));
  // An erased signature remains on the version that shows it. New signatures are drawn on that version instead of the
  // unsigned file.
  const signatures = all.filter(
    ({ signature, step_id }) => !signature.erased && !(isErased && drawn.has(step_id)),
  );
  const latest = new Map(all.map((each) => [each.step_id, each]));
  const shown = versions.filter(({ page_ids }) => page_ids !== null);
  if (shown.length === 0 && signatures.length === 0) return null;
  return {
    source: isErased ? newest : original,
    signatures,
    steps: [...latest.keys()],
    added: [...latest.values()].filter(({ step_id }) => !drawn.has(step_id)),
    shown,
    state: JSON.stringify([versions, all]),
  };
}

/** The caller must drop the bytes. */
async function drawnBytes(env: Environment, { source, signatures }: Plan): Promise<ReceivedBytes> {
  const path = env.files.pathOf(source.sha256);
  const pages = [...Map.groupBy(signatures, ({ signature }) => signature.page_index)].map(([index, its]) => {
    const drawn = its.map((each) => sheetSignature(each));
    return {
      index,
      width: its[0]?.signature.page_width ?? 0,
      height: its[0]?.signature.page_height ?? 0,
      signatures: drawn,
      alt: drawn.map(({ text, caption }) => [...(text ? [text] : []), ...caption].join(', ')).join('\n'),
    };
  });
  const overlay = env.files.newTemporary();
  const target = env.files.newTemporary();
  try {
    const sheets: SignatureSheet[] = pages.map(({ width, height, signatures }) => ({
      width,
      height,
      signatures,
    }));
    if (pages.length === 0) {
      await env.files.fetch(source.sha256);
      return await env.files.receive(createReadStream(path), Number.MAX_SAFE_INTEGER);
    }
    const program = new URL('./worker.ts', import.meta.url);
    await writeFile(overlay, await runInThread<Uint8Array>(program, sheets, MAX_DRAWING_MS));
    await env.media.drawOver(path, { pages, overlay: { path: overlay, target }, signal: env.closing });
    return await env.files.receive(createReadStream(target), Number.MAX_SAFE_INTEGER);
  } finally {
    await rm(overlay, { force: true });
    await rm(target, { force: true });
  }
}

function sheetSignature({ x, y, width, height, signature, ...press }: DrawnSignature) {
  const { user_name, user_language, for_name, time, transaction_id } = press;
  const { text, strokes } = signature;
  const name = for_name === null ? user_name : `${user_name} for ${for_name}`;
  const when = `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const language = `${new Intl.Locale(user_language)}`;
  const caption = [name, `${when} · Receipt ${transaction_id}`];
  return { x, y, width, height, text, language, strokes, caption };
}

async function storeVersion(
  env: Environment,
  tx: Transaction,
  job: SignatureJob,
  plan: Plan,
  bytes: ReceivedBytes,
): Promise<void> {
  const { binder_id: binderId, file_id: originalId } = job;
  const exists = await lockBinder(tx, binderId);
  if (!(await endJob(tx, job)) || !exists) return;
  // The binder is locked, so the plan cannot change before the commit.
  const current = await planVersion(tx, job);
  if (current?.state !== plan.state) throw new SignaturesChanged('signatures changed meanwhile');
  const at = env.clock.now();
  const { source, steps, added, shown, signatures } = plan;
  const userId = (added.at(-1) ?? signatures.at(-1))?.user_id ?? source.user_id;
  const signed = { fileId: originalId, steps };
  const file = shown[0]
    ? await replaceShown(env, tx, { binderId, userId, at }, { shown, bytes, signed })
    : await addSigned(env, tx, { binderId, userId, at }, { source, bytes, signed });
  const entries = [...file.entries];
  for (const { step_id: id, transaction_id } of added)
    entries.push({
      kind: 'step_signatures_drawn',
      body: { id, transaction_id, file_id: file.id, name: file.name, sha256: bytes.sha256 },
    });
  await append(tx, { binderId, actorId: userId, at, bus: env.bus }, entries);
}

interface Change {
  binderId: string;
  userId: string;
  at: number;
}

interface SignedVersion {
  bytes: ReceivedBytes;
  signed: { fileId: string; steps: number[] };
}

interface StoredVersion {
  id: string;
  name: string;
  entries: NewLogEntry[];
}

async function replaceShown(
  env: Environment,
  tx: Transaction,
  { binderId, userId, at }: Change,
  { shown, bytes, signed }: SignedVersion & { shown: SignedFile[] },
): Promise<StoredVersion> {
  const [{ id: replaces, name } = { id: '', name: '' }] = shown;
  const id = env.ids.next('file');
  await storeBytes(tx, [bytes], at);
  const { sha256, size } = bytes;
  await insertFile(tx, { binderId, id, name, sha256, size, mimeType: PDF, userId, at, replaces, signed });
  const pageIds = shown.flatMap(({ page_ids }) => page_ids ?? []);
  await showFile(tx, binderId, { pageIds, fileId: id, at });
  for (const each of shown) await archiveReplacedFile(tx, binderId, each.id, at);
  const entries: NewLogEntry[] = [
    { kind: 'file_uploaded', body: { id, name, mime_type: PDF, replaces } },
    ...pageIds.map((page): NewLogEntry => ({ kind: 'page_updated', body: { id: page, file_id: id } })),
  ];
  return { id, name, entries };
}

async function addSigned(
  env: Environment,
  tx: Transaction,
  { binderId, userId, at }: Change,
  { source, bytes, signed }: SignedVersion & { source: SignedFile },
): Promise<StoredVersion> {
  const name = signedName(source.name);
  const file = { name, bytes };
  const accepted = await inspectFile(env, file, env.closing);
  const change = { tx, at, access: { binderId } };
  const { fileId, entries } = await addFile({ env, actor: { userId } }, change, file, accepted, { signed });
  return { id: fileId, name, entries };
}

const signedName = (name: string) =>
  name.replace(/ \(signed\)(\.pdf)?$/i, '$1').replace(/(\.pdf)?$/i, ' (signed)$1');
