import type { Change, RealtimeEntry } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import type { StoredLogEntry } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { readInvited, readMembersByIds, readSharedBinder } from '../binders/index.ts';
import { readFiles } from '../files/index.ts';
import { readMeets } from '../meets/index.ts';
import { presentEntry, readMessages } from '../messages/index.ts';
import { pageCommentResource, readCommentsOfPages } from '../page-comments/index.ts';
import { findAnnotations, findFileIdsOfPages, findNamedAnnotations, readBarePages } from '../pages/index.ts';
import { findTodoOrder, todoResource } from '../todos/index.ts';
import { readTransactions } from '../transactions/index.ts';
import { type ChangedThing, changedBy } from './changed-things.ts';

/** Comments that come with pages in one part of a log; the rest is to be read by REST. */
const MAX_COMMENTS = 1_000;

/** Reads what entries of a log changed, as it is now: each thing once, by at most one statement for each kind. */
export async function readChanges(
  env: Environment,
  binderId: string,
  entries: readonly StoredLogEntry[],
): Promise<RealtimeEntry[]> {
  const wanted = changedBy(entries);
  const changesOf = await reader(env, env.db, binderId, wanted.flat(), entries.at(-1)?.seq ?? 0);
  return entries.map((entry, place) => ({
    ...presentEntry(entry),
    changes: (wanted[place] ?? []).flatMap(changesOf),
  }));
}

type Of<T extends ChangedThing['type']> = Extract<ChangedThing, { type: T }>;

/** Reads all that is wanted, and gives what tells the changes of one of them. */
async function reader(
  env: Environment,
  db: Database,
  binderId: string,
  wanted: readonly ChangedThing[],
  latest: number,
) {
  const of = <T extends ChangedThing['type']>(type: T) =>
    wanted.filter((each): each is Of<T> => each.type === type);
  /** Reads nothing where nothing is wanted. */
  const read = async <N, R>(names: readonly N[], from: (names: readonly N[]) => Promise<R>) =>
    names.length > 0 ? await from(names) : undefined;
  const arrived = of('on_page').map(({ pageId }) => pageId);
  const annotations = of('annotation');
  const pagesOfFiles = of('files_of_page').map(({ pageId }) => pageId);

  const fileIdsOfPages = await read(pagesOfFiles, (ids) => findFileIdsOfPages(db, binderId, ids));
  const fileIds = [...new Set([...of('file').map(({ id }) => id), ...(fileIdsOfPages ?? [])])];
  const [
    binder,
    members,
    invited,
    messages,
    files,
    pages,
    drawn,
    named,
    commented,
    comments,
    transactions,
    todos,
    order,
    meets,
  ] = await Promise.all([
    read(of('binder'), () => readSharedBinder(env, db, binderId)),
    read(
      of('member').map(({ userId }) => userId),
      (ids) => readMembersByIds(db, binderId, ids),
    ),
    read(of('invited'), () => readInvited(env, db, binderId)),
    read(idsOf(of('message')), (ids) => readMessages(env, db, binderId, ids)),
    read(fileIds, (ids) => readFiles(db, binderId, ids)),
    read(idsOf(of('page')), (ids) => readBarePages(env, db, binderId, ids)),
    read(arrived, (ids) => findAnnotations(db, binderId, ids)),
    read(annotations, (names) => findNamedAnnotations(db, binderId, names)),
    read(arrived, (ids) => readCommentsOfPages(db, binderId, ids, MAX_COMMENTS)),
    read(idsOf(of('page_comment')), (ids) => pageCommentResource.readByIds(db, binderId, ids)),
    read(idsOf(of('transaction')), (ids) => readTransactions(db, binderId, ids)),
    read(idsOf(of('todo')), (ids) => todoResource.readByIds(db, binderId, ids)),
    read(of('todo_order'), () => findTodoOrder(db, binderId)),
    read(idsOf(of('meet')), (ids) => readMeets(env, db, binderId, ids)),
  ]);
  // Of the pages that went, the files they were of come with the first of them.
  let untoldFiles = fileIdsOfPages ?? [];

  return (thing: ChangedThing): Change[] => {
    switch (thing.type) {
      case 'binder':
        return [{ type: 'binder', seq: binder?.seq ?? latest, value: binder?.binder ?? null }];
      case 'member':
        return [{ type: 'member', id: thing.userId, value: members?.get(thing.userId) ?? null }];
      case 'invited': {
        const { orgId: org_id, email, uniqueId: unique_id } = thing;
        const value = invited?.find(
          ({ user }) => user.org_id === org_id && user.email === email && user.unique_id === unique_id,
        );
        return [{ type: 'invited', org_id, email, unique_id, value: value ?? null }];
      }
      case 'message':
        return [{ type: 'message', id: thing.id, value: messages?.get(thing.id) ?? null }];
      case 'file':
        return [{ type: 'file', id: thing.id, value: files?.get(thing.id) ?? null }];
      case 'files_of_page': {
        const ids = untoldFiles;
        untoldFiles = [];
        return ids.map((id) => ({ type: 'file', id, value: files?.get(id) ?? null }));
      }
      case 'page':
        return [{ type: 'page', id: thing.id, value: pages?.get(thing.id) ?? null }];
      case 'on_page':
        return [
          ...(drawn?.get(thing.pageId) ?? []).map((value) => annotationChange(thing.pageId, value)),
          ...(commented?.byPage.get(thing.pageId) ?? []).map((value) => ({
            type: 'page_comment' as const,
            page_id: thing.pageId,
            id: value.id,
            value,
          })),
        ];
      case 'annotation': {
        const { pageId, clientUuid } = thing;
        const value = named?.find((each) => each.pageId === pageId && each.clientUuid === clientUuid);
        return [
          { type: 'annotation', page_id: pageId, client_uuid: clientUuid, value: value?.annotation ?? null },
        ];
      }
      case 'page_comment': {
        const { pageId: page_id, id } = thing;
        return [{ type: 'page_comment', page_id, id, value: comments?.get(id) ?? null }];
      }
      case 'transaction':
        return [{ type: 'transaction', id: thing.id, value: transactions?.get(thing.id) ?? null }];
      case 'todo':
        return [{ type: 'todo', id: thing.id, value: todos?.get(thing.id) ?? null }];
      case 'todo_order':
        return [{ type: 'todo_order', ids: order ?? [] }];
      case 'meet':
        return [{ type: 'meet', id: thing.id, value: meets?.get(thing.id) ?? null }];
      default:
        return thing satisfies never;
    }
  };
}

function idsOf<I>(things: readonly { id: I }[]): I[] {
  return things.map(({ id }) => id);
}

function annotationChange(
  pageId: number,
  value: { client_uuid: string; svg_tag: string; created_time: number },
) {
  return { type: 'annotation', page_id: pageId, client_uuid: value.client_uuid, value } as const;
}
