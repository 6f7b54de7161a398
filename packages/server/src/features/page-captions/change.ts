import { type BinderCall, type BinderChange, changeBinder, orNotFound } from '../../access/index.ts';
import { because, fieldPreconditionFailed, invalid, notFound, withDetails } from '../../errors.ts';
import { bumpRevision, findPage, kindOf, storePageText } from '../pages/index.ts';
import { readCaptions, wordsOf } from './parse.ts';
import { type CaptionsKey, findAddedVtt, removeCaptions, storeCaptions } from './queries.ts';

/** In UTF-16 units. */
const MAX_INDEXED_LENGTH = 200_000;

export async function setCaptions(
  call: BinderCall,
  key: CaptionsKey,
  { source, language }: { source: string; language: string },
): Promise<void> {
  const captions = { language: languageTag(language), vtt: readCaptions(source) };
  await changeBinder(call, 'write', async (change) => {
    await requireSound(change, key);
    await storeCaptions(change.tx, key, captions);
    await finish(change, key);
  });
}

export async function deleteCaptions(call: BinderCall, key: CaptionsKey): Promise<void> {
  await changeBinder(call, 'write', async (change) => {
    await requireSound(change, key);
    if (!(await removeCaptions(change.tx, key))) throw notFound(key.kind, key.pageId);
    await finish(change, key);
  });
}

async function requireSound({ tx }: BinderChange, { binderId, pageId }: CaptionsKey): Promise<void> {
  const page = orNotFound(await findPage(tx, binderId, pageId), 'page', pageId);
  if (kindOf(page).plays) return;
  const fault = `has to play sound or video, and page ${pageId} is ${page.type}`;
  throw fieldPreconditionFailed('page_id', withDetails(because('not_possible'), fault));
}

async function finish({ tx, at, log }: BinderChange, { binderId, pageId, kind }: CaptionsKey): Promise<void> {
  const words = (await findAddedVtt(tx, binderId, pageId)).map(wordsOf).join('\n');
  await storePageText(tx, binderId, pageId, words.slice(0, MAX_INDEXED_LENGTH));
  await bumpRevision(tx, binderId, pageId, at);
  await log([{ kind: 'page_updated', body: { id: pageId, [kind]: true } }]);
}

function languageTag(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und';
  } catch {
    throw invalid('language', 'must be a BCP 47 tag, such as de or pt-BR');
  }
}
