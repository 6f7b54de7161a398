import type { MessageFile } from '@ringbinder/protocol';
import type { BinderCall, BinderChange } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid } from '../../errors.ts';
import type { ReceivedFile } from '../../http/index.ts';
import type { NewLogEntry } from '../../log/index.ts';
import { storeBytes } from '../files/index.ts';
import type { StoredAudio } from '../message-rows/index.ts';
import { checkBytes } from '../orgs/index.ts';
import { type AcceptedUpload, addFile, inspectFile, kindOf } from '../pages/index.ts';

export interface Attachments {
  file?: { received: ReceivedFile; accepted: AcceptedUpload; description?: string | undefined };
  audio?: { received: ReceivedFile; mimeType: string };
}

export interface StoredAttachments {
  file: MessageFile | null;
  audio: StoredAudio | null;
  entries: NewLogEntry[];
}

export function audioPath({ basePath }: Pick<Environment, 'basePath'>, binderId: string, id: number): string {
  return `${basePath}/${binderId}/messages/${id}/audio`;
}

export async function inspectAttachments(
  env: Environment,
  parts: ReadonlyMap<string, ReceivedFile>,
  description?: string,
): Promise<Attachments> {
  const audio = parts.get('audio');
  const file = parts.get('file');
  const attached: Attachments = {};
  if (audio) attached.audio = { received: audio, mimeType: await inspectAudio(env, audio) };
  if (file)
    attached.file = { received: file, accepted: await inspectFile(env, file, env.cutOff), description };
  return attached;
}

async function inspectAudio(env: Environment, received: ReceivedFile): Promise<string> {
  const { inspection, pdf } = await inspectFile(env, received, env.cutOff, { partName: 'audio' });
  await pdf?.drop();
  const { pageType, mimeType } = inspection;
  if (pageType !== null && kindOf({ type: pageType }).plays === 'audio') return mimeType;
  throw invalid('audio', because('not_sound', { type: mimeType }));
}

/** An audio attachment does not become a file of the binder. */
export async function storeAttachments(
  call: Pick<BinderCall, 'env' | 'actor'>,
  change: BinderChange,
  { file, audio }: Attachments,
): Promise<StoredAttachments> {
  const stored: StoredAttachments = { file: null, audio: null, entries: [] };
  if (file) {
    const { fileId, entries } = await addFile(call, change, file.received, file.accepted, {
      description: file.description,
    });
    await checkBytes(change.tx, change.access.orgId);
    stored.file = { id: fileId, name: file.received.name, mime_type: file.accepted.inspection.mimeType };
    stored.entries = entries;
  }
  if (audio) {
    const { name, bytes } = audio.received;
    await storeBytes(change.tx, [bytes], change.at);
    stored.audio = { sha256: bytes.sha256, size: bytes.size, mime_type: audio.mimeType, name };
  }
  return stored;
}
