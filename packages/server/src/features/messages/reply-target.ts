import type { ReplyTo, ReplyToInput } from '@ringbinder/protocol';
import { because, invalid, referenceNotFound } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';

export function readReplyTarget(input: ReplyToInput): ReplyTo {
  const { transaction, page, file, todo, binder, meet } = input;
  const named = [transaction, page, file, todo, binder, meet].filter((target) => target !== undefined);
  if (named.length === 1) {
    if (transaction) return { transaction: { id: readId(transaction.id, 'transaction.id') } };
    if (page) return { page: readPage(page) };
    if (file) return { file: { id: file.id } };
    if (todo) return { todo: { id: readId(todo.id, 'todo.id') } };
    if (binder) return { binder: { comment_id: readId(binder.comment_id, 'binder.comment_id') } };
    if (meet) return { meet: { session_key: meet.session_key } };
  }
  throw invalid('reply_to', 'must name exactly one of transaction, page, file, todo, meet and binder');
}

function readPage({ id, position_comment_id: commentId }: NonNullable<ReplyToInput['page']>) {
  const page = { id: readId(id, 'page.id') };
  if (commentId === undefined) return page;
  return { ...page, position_comment_id: readId(commentId, 'page.position_comment_id') };
}

function readId(id: number | string, field: string): number {
  const number = Number(id);
  if (Number.isSafeInteger(number)) return number;
  throw invalid(`reply_to.${field}`, because('at_most', { limit: Number.MAX_SAFE_INTEGER }));
}

export async function checkReplyTarget(tx: Transaction, binderId: string, target: ReplyTo): Promise<void> {
  const check = async (field: string, thing: string, statement: string, ids: (number | string)[]) => {
    const rows = await tx.query(statement, [binderId, ...ids]);
    if (rows.length === 0) throw referenceNotFound(`reply_to.${field}`, `names no ${thing}: ${ids.at(-1)}`);
  };
  const { transaction, page, file, todo, binder, meet } = target;
  if (transaction)
    await check('transaction.id', 'transaction of the binder', FIND_TRANSACTION, [transaction.id]);
  if (page) await check('page.id', 'page of the binder', FIND_PAGE, [page.id]);
  if (page?.position_comment_id !== undefined) {
    const ids = [page.id, page.position_comment_id];
    await check('page.position_comment_id', 'position comment on the page', FIND_POSITION_COMMENT, ids);
  }
  if (file) await check('file.id', 'file of the binder', FIND_FILE, [file.id]);
  if (todo) await check('todo.id', 'to-do of the binder', FIND_TODO, [todo.id]);
  if (binder) await check('binder.comment_id', 'message of the binder', FIND_MESSAGE, [binder.comment_id]);
  if (meet) await check('meet.session_key', 'meet of the binder', FIND_MEET, [meet.session_key]);
}

const FIND_TRANSACTION =
  'SELECT id FROM transactions WHERE binder_id = $1 AND id = $2 AND deleted_at IS NULL';
const FIND_PAGE = 'SELECT id FROM pages WHERE binder_id = $1 AND id = $2 AND deleted_at IS NULL';
const FIND_POSITION_COMMENT = `SELECT id FROM page_comments
  WHERE binder_id = $1 AND page_id = $2 AND id = $3 AND x IS NOT NULL AND deleted_at IS NULL`;
const FIND_FILE = 'SELECT id FROM files WHERE binder_id = $1 AND id = $2 AND deleted_at IS NULL';
const FIND_TODO = 'SELECT id FROM todos WHERE binder_id = $1 AND id = $2 AND deleted_at IS NULL';
const FIND_MESSAGE = 'SELECT id FROM messages WHERE binder_id = $1 AND id = $2 AND deleted_at IS NULL';
const FIND_MEET = `SELECT id FROM meets WHERE binder_id = $1 AND session_key = $2 AND state <> 'SESSION_DELETED'`;
