import { type Actor, type BinderCall, changeBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { allocateIds } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ReceivedBytes } from '../../storage/files/index.ts';
import { checkBytes } from '../orgs/index.ts';
import { keepNote, noteFileName, receiveNote } from './note-file.ts';
import { storePageText } from './page-changes.ts';
import { checkPageLimit } from './page-limit.ts';
import { insertPages, type NewPage } from './queries.ts';

/** A page to be made, as it was asked for. */
export interface PageInput {
  type: 'whiteboard' | 'note' | 'url';
  name?: string | undefined;
  text?: string | undefined;
  url?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** A page that was made. */
export interface CreatedPage {
  id: number;
  at: number;
}

/** Which fields belong to which kind of page. */
const FIELDS = { whiteboard: ['width', 'height'], note: ['text'], url: ['url'] } as const;
const WHITEBOARD = { width: 1280, height: 720 };
/** As large as the picture of its text, US Letter in points. */
const NOTE = { width: 612, height: 792 };
/** A card with name and address. */
const LINK = { width: 640, height: 360 };

/**
 * Makes a page that comes from no uploaded file, behind the last one. Needs write access. Throws a 400 that names a
 * field which does not belong to such a page, or an address that is none.
 */
export async function createPage(call: BinderCall, input: PageInput): Promise<CreatedPage> {
  const { env, actor, binderId } = call;
  checkFields(input);
  const url = input.type === 'url' ? webAddress(input.url) : undefined;
  const bytes = input.type === 'note' ? await receiveNote(env, input.text ?? '') : null;
  try {
    return await changeBinder(call, 'write', async ({ tx, access, at, log }) => {
      await checkPageLimit(tx, binderId, 1);
      const id = await allocateIds(tx, binderId, 1);
      const fileId = bytes && (await keepFile(env, tx, actor, binderId, input, bytes, at));
      if (bytes) await checkBytes(tx, access.orgId);
      const page = { id, fileId, pageIndex: 0, name: input.name ?? '', ...shapeOf(input), url };
      await insertPages(tx, binderId, [page], at);
      if (input.type === 'note') await storePageText(tx, binderId, id, input.text ?? '');
      await log([{ kind: 'page_created', body: { id, type: page.type, file_id: fileId ?? '' } }]);
      return { id, at };
    });
  } finally {
    await bytes?.drop();
  }
}

function checkFields(input: PageInput): void {
  const own: readonly string[] = FIELDS[input.type];
  for (const field of ['text', 'url', 'width', 'height'] as const) {
    if (input[field] !== undefined && !own.includes(field))
      throw invalid(field, `does not belong to a page of type ${input.type}`);
  }
}

function webAddress(text: string | undefined): string {
  if (text === undefined) throw invalid('url', 'is required for a page of type url');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw invalid('url', 'must be an http or https address');
  }
  return url.href;
}

function shapeOf({ type, width, height }: PageInput): Pick<NewPage, 'type' | 'width' | 'height'> {
  switch (type) {
    case 'whiteboard':
      return {
        type: 'PAGE_TYPE_WHITEBOARD',
        width: width ?? WHITEBOARD.width,
        height: height ?? WHITEBOARD.height,
      };
    case 'note':
      return { type: 'PAGE_TYPE_NOTE', ...NOTE };
    case 'url':
      return { type: 'PAGE_TYPE_URL', ...LINK };
  }
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
  return keepNote(env, tx, { ...file, bytes, at });
}
