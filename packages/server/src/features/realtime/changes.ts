import type { Change, RealtimeEntry } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import type { StoredLogEntry } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { readInvited, readMembersByIds, readSharedBinder } from '../binders/index.ts';
import { readFiles } from '../files/index.ts';
import { presentEntry, readMessages } from '../messages/index.ts';
import { pageCommentResource, readCommentsOfPages } from '../page-comments/index.ts';
import { findAnnotations, findFileIdsOfPages, findNamedAnnotations, readBarePages } from '../pages/index.ts';
import { listSections } from '../sections/index.ts';
import { findTodoOrder } from '../todos/index.ts';
import { type RealtimeListType, realtimeLists } from './lists.ts';
import { type ResourceRef, refsOf } from './resource-refs.ts';

/** For all added pages together. Clients load further comments over REST. */
const MAX_COMMENTS = 1_000;

export async function readChanges(
  env: Environment,
  binderId: string,
  entries: readonly StoredLogEntry[],
): Promise<RealtimeEntry[]> {
  const refs = refsOf(entries);
  const rows = await readChanged(env, env.db, binderId, refs.flat());
  const latest = entries.at(-1)?.seq ?? 0;
  return entries.map((entry, place) => ({
    ...presentEntry(entry),
    changes: (refs[place] ?? []).flatMap((thing) => changesOf(thing, rows, latest)),
  }));
}

type Of<T extends ResourceRef['type']> = Extract<ResourceRef, { type: T }>;

type ChangedRows = Awaited<ReturnType<typeof readChanged>>;

async function readChanged(env: Environment, db: Database, binderId: string, refs: readonly ResourceRef[]) {
  const of = <T extends ResourceRef['type']>(type: T) =>
    refs.filter((each): each is Of<T> => each.type === type);
  const read = async <N, R>(names: readonly N[], from: (names: readonly N[]) => Promise<R>) =>
    names.length > 0 ? await from(names) : undefined;
  const addedPageIds = of('on_page').map(({ pageId }) => pageId);
  const pagesOfFiles = of('files_of_page').map(({ pageId }) => pageId);
  const fileIdsOfPages = await read(pagesOfFiles, (ids) => findFileIdsOfPages(db, binderId, ids));
  const fileIds = [...new Set([...idsOf(of('file')), ...(fileIdsOfPages ?? [])])];
  const memberIds = of('member').map(({ userId }) => userId);
  const reads = {
    binder: read(of('binder'), () => readSharedBinder(env, db, binderId)),
    members: read(memberIds, (ids) => readMembersByIds(env, db, binderId, ids)),
    invited: read(of('invited'), () => readInvited(env, db, binderId)),
    messages: read(idsOf(of('message')), (ids) => readMessages(env, db, binderId, ids)),
    files: read(fileIds, (ids) => readFiles(db, binderId, ids)),
    pages: read(idsOf(of('page')), (ids) => readBarePages(env, db, binderId, ids)),
    annotationsOfPages: read(addedPageIds, (ids) => findAnnotations(db, binderId, ids)),
    annotations: read(of('annotation'), (names) => findNamedAnnotations(db, binderId, names)),
    commentsOfPages: read(addedPageIds, (ids) => readCommentsOfPages(db, binderId, ids, MAX_COMMENTS)),
    comments: read(idsOf(of('page_comment')), (ids) => pageCommentResource.readByIds(db, binderId, ids)),
    order: read(of('todo_order'), () => findTodoOrder(db, binderId)),
    sections: read(of('sections'), () => listSections(db, binderId)),
  };
  const items: { [T in RealtimeListType]?: Promise<Map<number, object> | undefined> } = {};
  for (const [type, { readByIds }] of realtimeLists)
    items[type] = read(idsOf(of(type)), (ids) => readByIds(env, db, binderId, ids));
  return { ...(await allOf({ ...reads, items: allOf(items) })), fileIdsOfPages };
}

async function allOf<T extends object>(promises: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const entries = Object.entries(promises).map(async ([key, value]) => [key, await value]);
  return Object.fromEntries(await Promise.all(entries));
}

/** @param latest the `seq` to report if the binder no longer exists */
function changesOf(thing: ResourceRef, rows: ChangedRows, latest: number): Change[] {
  switch (thing.type) {
    case 'binder':
      return [{ type: 'binder', seq: rows.binder?.seq ?? latest, value: rows.binder?.binder ?? null }];
    case 'member':
      return [{ type: 'member', id: thing.userId, value: rows.members?.get(thing.userId) ?? null }];
    case 'invited':
      return [invitedChange(thing, rows)];
    case 'message':
      return [{ type: 'message', id: thing.id, value: rows.messages?.get(thing.id) ?? null }];
    case 'file':
      return [{ type: 'file', id: thing.id, value: rows.files?.get(thing.id) ?? null }];
    case 'files_of_page': {
      // The first change of this kind contains the files of all pages.
      const ids = rows.fileIdsOfPages ?? [];
      rows.fileIdsOfPages = [];
      return ids.map((id) => ({ type: 'file', id, value: rows.files?.get(id) ?? null }));
    }
    case 'page':
      return [{ type: 'page', id: thing.id, value: rows.pages?.get(thing.id) ?? null }];
    case 'on_page':
      return changesOnPage(thing.pageId, rows);
    case 'annotation': {
      const { pageId: page_id, clientUuid: client_uuid } = thing;
      const named = rows.annotations?.find(
        (each) => each.pageId === page_id && each.clientUuid === client_uuid,
      );
      return [{ type: 'annotation', page_id, client_uuid, value: named?.annotation ?? null }];
    }
    case 'page_comment': {
      const { pageId: page_id, id } = thing;
      return [{ type: 'page_comment', page_id, id, value: rows.comments?.get(id) ?? null }];
    }
    case 'todo_order':
      return [{ type: 'todo_order', ids: rows.order ?? [] }];
    case 'sections':
      return [{ type: 'sections', value: rows.sections ?? [] }];
    default: {
      const { type, id } = thing;
      return [{ type, id, value: rows.items[type]?.get(id) ?? null } as Change];
    }
  }
}

function invitedChange(
  { orgId: org_id, email, uniqueId: unique_id }: Of<'invited'>,
  rows: ChangedRows,
): Change {
  const value = rows.invited?.find(
    ({ user }) => user.org_id === org_id && user.email === email && user.unique_id === unique_id,
  );
  return { type: 'invited', org_id, email, unique_id, value: value ?? null };
}

function changesOnPage(page_id: number, { annotationsOfPages, commentsOfPages }: ChangedRows): Change[] {
  const annotations = annotationsOfPages?.get(page_id) ?? [];
  const comments = commentsOfPages?.byPage.get(page_id) ?? [];
  return [
    ...annotations.map(
      (value) => ({ type: 'annotation', page_id, client_uuid: value.client_uuid, value }) as const,
    ),
    ...comments.map((value) => ({ type: 'page_comment', page_id, id: value.id, value }) as const),
  ];
}

function idsOf<I>(things: readonly { id: I }[]): I[] {
  return things.map(({ id }) => id);
}
