import { type Actor, type BinderCall, changeBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid } from '../../errors.ts';
import { allocateIds } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ReceivedBytes } from '../../storage/files/index.ts';
import { checkBytes } from '../orgs/index.ts';
import { noteFileName, receiveNote, storeNoteFile } from './note-file.ts';
import { storePageText } from './page-changes.ts';
import { checkPageLimit } from './page-limit.ts';
import { insertPages } from './queries.ts';

export interface PageInput {
  type: 'whiteboard' | 'note' | 'url';
  name?: string | undefined;
  description?: string | undefined;
  text?: string | undefined;
  url?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

export interface CreatedPage {
  id: number;
  at: number;
}

const CREATED = {
  whiteboard: { type: 'PAGE_TYPE_WHITEBOARD', width: 1280, height: 720, fields: ['width', 'height'] },
  note: { type: 'PAGE_TYPE_NOTE', width: 612, height: 792, fields: ['text'] },
  url: { type: 'PAGE_TYPE_URL', width: 640, height: 360, fields: ['url'] },
} as const;

export async function createPage(call: BinderCall, input: PageInput): Promise<CreatedPage> {
  const { env, actor, binderId } = call;
  checkFields(input);
  const { type, ...size } = CREATED[input.type];
  const { name = '', description, width = size.width, height = size.height } = input;
  const url = input.type === 'url' ? webAddress(input.url) : undefined;
  const bytes = input.type === 'note' ? await receiveNote(env, input.text ?? '') : null;
  try {
    return await changeBinder(call, 'write', async ({ tx, access, at, log }) => {
      await checkPageLimit(tx, binderId, 1);
      const id = await allocateIds(tx, binderId, 1);
      const fileId = bytes && (await keepFile(env, tx, actor, binderId, input, bytes, at));
      if (bytes) await checkBytes(tx, access.orgId);
      const page = { id, fileId, type, pageIndex: 0, name, description, width, height, url };
      await insertPages(tx, binderId, [page], at);
      if (input.type === 'note') await storePageText(tx, binderId, id, input.text ?? '');
      await log([{ kind: 'page_created', body: { id, type, file_id: fileId ?? '' } }]);
      return { id, at };
    });
  } finally {
    await bytes?.drop();
  }
}

function checkFields(input: PageInput): void {
  const own: readonly string[] = CREATED[input.type].fields;
  for (const field of ['text', 'url', 'width', 'height'] as const) {
    if (input[field] !== undefined && !own.includes(field))
      throw invalid(field, `does not belong to a page of type ${input.type}`);
  }
}

function webAddress(text: string | undefined): string {
  if (text === undefined) throw invalid('url', 'is required for a page of type url');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw invalid('url', because('http_address'));
  }
  return url.href;
}

function keepFile(
  env: Environment,
  tx: Transaction,
  actor: Actor,
  binderId: string,
  { name }: PageInput,
  bytes: ReceivedBytes,
  at: number,
): Promise<string> {
  const file = { binderId, userId: actor.userId, name: noteFileName(name ?? ''), mimeType: 'text/markdown' };
  return storeNoteFile(env, tx, { ...file, bytes, at });
}
