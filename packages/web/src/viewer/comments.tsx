import type { BinderState } from '@ringbinder/client';
import { unwrap } from '@ringbinder/client';
import type { PageComment, PageWithoutAnnotations } from '@ringbinder/protocol';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { draftOf } from '../binder/draft.ts';
import { nameOf } from '../binder/page-name.ts';
import { explained } from '../binder/refusal.ts';
import { mentionedBy } from '../chat/mentioned.ts';
import { CommentForm, messageOf } from '../comments/comment-form.tsx';
import { Editable } from '../comments/editable.tsx';
import { Avatar } from '../design/avatar.tsx';
import { useCloseOnBack } from '../design/close-on-back.ts';
import { RelativeTime } from '../design/time.tsx';
import { toastError } from '../design/toast.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { ToolButton } from './bar.tsx';
import { answersInChat, ChatAnswers } from './chat-answers.tsx';
import { ViewerGlyph } from './glyphs.tsx';
import { openInSameHistoryEntry } from './open-in-same-history-entry.ts';
import { type CommentFocus, isOpen, type Thread } from './pins.ts';
import { useReturnedFocus } from './return-focus.ts';

interface CommentsProps {
  binder: BinderContext;
  state: BinderState;
  page: PageWithoutAnnotations;
  threads: readonly Thread[];
  focus: CommentFocus;
}

interface CommentsPanelProps extends CommentsProps {
  pages: readonly PageWithoutAnnotations[];
}

export function Comments({ binder, state, page, pages, threads, focus }: CommentsPanelProps) {
  const [discussed, setDiscussed] = useState<number>();
  const panel = useRef<HTMLElement>(null);
  useReturnedFocus(panel);
  useCloseOnBack(focus.close);
  const active = focus.active.value;
  useLayoutEffect(() => {
    panel.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const calls = commentCalls(binder, page);
  const resolved = threads.filter(({ isResolved }) => isResolved);
  const listOf = (listed: readonly Thread[]) => (
    <ul>
      {listed.map((thread) => (
        <ThreadItem
          key={thread.comments[0].id}
          {...{ binder, state, page, thread, focus, discussed, setDiscussed, ...calls }}
        />
      ))}
    </ul>
  );
  return (
    <aside
      class="viewer-side"
      ref={panel}
      aria-label={text.comments.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        focus.close();
      }}
    >
      <CommentsHead focus={focus} canWrite={binder.canWrite.value} />
      <div class="viewer-side-list">
        {threads.length === 0 && <p class="muted small">{text.comments.none}</p>}
        {listOf(threads.filter(({ isResolved }) => !isResolved))}
        {resolved.length > 0 && (
          <details open={resolved.some(({ comments }) => comments.some(({ id }) => id === active))}>
            <summary>{text.comments.resolved(resolved.length)}</summary>
            {listOf(resolved)}
          </details>
        )}
        <ChatAnswers binder={binder} messages={answersInChat(state, page.id, undefined)} />
        <CommentedPages {...{ binder, state, page, pages }} />
      </div>
      <CommentsFoot binder={binder} page={page} focus={focus} write={calls.write} />
    </aside>
  );
}

/** Includes the open page, whose link may have the focus. */
function CommentedPages({ binder, state, page, pages }: Omit<CommentsPanelProps, 'threads' | 'focus'>) {
  const commentsOf = ({ id }: PageWithoutAnnotations) => state.pageComments[id]?.filter(isOpen) ?? [];
  if (pages.length === 1) return null;
  return (
    <ul class="small commented-pages">
      {pages.map((each, index) => {
        const [first, ...others] = commentsOf(each);
        return (
          first && (
            <li key={each.id}>
              <a
                href={`${binder.links.page(each.id)}?comment=${first.id}`}
                onClick={openInSameHistoryEntry(binder)}
                aria-current={each.id === page.id ? 'page' : undefined}
              >
                <bdi>{text.pageOf(index + 1, nameOf(each))}</bdi>, {text.comments.open(others.length + 1)}
              </a>
            </li>
          )
        );
      })}
    </ul>
  );
}

type Write = (
  text: string,
  mentions: string[],
  where?: { x: number; y: number } | { reply_to: number },
) => Promise<number>;

type Change = (comment: PageComment, text: string, mentions: string[]) => Promise<void>;
type Remove = (comment: PageComment) => Promise<unknown>;
type Resolve = (comment: PageComment, is_resolved: boolean) => Promise<unknown>;

function commentCalls(binder: BinderContext, { id: page_id }: PageWithoutAnnotations) {
  const { client, id: binder_id } = binder;
  const path = { binder_id, page_id };
  const write: Write = async (written, mentions, where) => {
    const positioned = where && 'x' in where && { is_position_comment: true };
    const body = { text: written, mentions, ...positioned, ...where };
    const call = client.api.POST('/{binder_id}/pages/{page_id}/comments', { params: { path }, body });
    return (await explained(unwrap(call))).comment_id;
  };
  const remove = ({ id: comment_id }: PageComment) => {
    const params = { path: { ...path, comment_id } };
    return explained(
      unwrap(client.api.DELETE('/{binder_id}/pages/{page_id}/comments/{comment_id}', { params })),
    );
  };
  const change: Change = async ({ id: comment_id, text: before }, written, mentions) => {
    const params = { path: { ...path, comment_id } };
    // The server notifies these people, so omit those already mentioned.
    const told = mentionedBy(binder, before);
    const body = { text: written, mentions: mentions.filter((id) => !told.includes(id)) };
    await explained(
      unwrap(client.api.POST('/{binder_id}/pages/{page_id}/comments/{comment_id}', { params, body })),
    );
  };
  const resolve: Resolve = ({ id: comment_id }, is_resolved) => {
    const params = { path: { ...path, comment_id } };
    const body = { is_resolved };
    const call = client.api.POST('/{binder_id}/pages/{page_id}/comments/{comment_id}', { params, body });
    return explained(unwrap(call)).catch(toastError);
  };
  return { write, change, remove, resolve };
}

function CommentsHead({ focus, canWrite }: { focus: CommentFocus; canWrite: boolean }) {
  return (
    <div class="viewer-side-head">
      <h3>{text.comments.title}</h3>
      {canWrite && (
        <button
          type="button"
          class="button compact quiet"
          aria-pressed={focus.isPlacing.value}
          onClick={() => focus.beginPlacing()}
        >
          <ViewerGlyph name="pin" />
          {text.comments.place}
        </button>
      )}
      <ToolButton glyph="close" label={text.comments.close} act={() => focus.close()} />
    </div>
  );
}

interface ThreadItemProps extends Omit<CommentsProps, 'threads'> {
  thread: Thread;
  write: Write;
  change: Change;
  remove: Remove;
  discussed: number | undefined;
  setDiscussed: (id: number | undefined) => void;
  resolve: Resolve;
}

const NEW_COMMENT = '.viewer-side-foot>.comment-form>textarea';

function ThreadItem(props: ThreadItemProps) {
  const { binder, state, page, thread, focus, write, change, remove, discussed, setDiscussed, resolve } =
    props;
  const [first] = thread.comments;
  const ids = thread.comments.map(({ id }) => id);
  const isActive = ids.some((id) => id === focus.active.value);
  const canWrite = binder.canWrite.value;
  const isDiscussed = isActive && discussed === first.id;
  const hasField = isActive && !isDiscussed && canWrite;
  const [answers, setAnswers] = useState(0);
  const { isResolved } = thread;
  const { resolve: end, resolveOf, reopen, reopenOf } = text.comments;
  const item = useRef<HTMLLIElement>(null);
  useReturnedFocus(item, NEW_COMMENT);
  return (
    <li ref={item} class="thread" data-active={isActive}>
      {thread.comments.map((comment) => (
        <Comment key={comment.id} binder={binder} comment={comment} change={change} remove={remove} />
      ))}
      <div class="thread-actions">
        {thread.position && (
          <button
            type="button"
            class="button compact quiet"
            aria-pressed={isActive}
            onClick={() => focus.show(first.id)}
          >
            {text.comments.show(thread.number ?? 0)}
          </button>
        )}
        {canWrite && !hasField && (
          <button
            type="button"
            class="button compact quiet"
            onClick={() => {
              focus.show(first.id);
              setDiscussed(undefined);
              setAnswers(answers + 1);
            }}
          >
            {text.comments.answer}
          </button>
        )}
        {thread.position && canWrite && (
          <button
            type="button"
            class="button compact quiet"
            onClick={() => {
              focus.show(first.id);
              setDiscussed(first.id);
            }}
          >
            {text.comments.discuss}
          </button>
        )}
        {canWrite && (
          <button
            type="button"
            class="button compact quiet"
            aria-label={(isResolved ? reopenOf : resolveOf)(first.user.name)}
            onClick={() => {
              focus.show(undefined);
              void resolve(first, !isResolved);
            }}
          >
            {isResolved ? reopen : end}
          </button>
        )}
      </div>
      <ChatAnswers binder={binder} messages={answersInChat(state, page.id, ids)} />
      {isDiscussed && (
        <CommentForm
          key={`chat ${first.id}`}
          binder={binder}
          draft={draftOf(binder.me.id, `${binder.id}:chat ${first.id}`)}
          label={text.comments.sayInChat}
          submit={text.comments.send}
          focusTrigger={discussed}
          send={(written, mentions) => {
            const reply_to = { page: { id: page.id, position_comment_id: first.id } };
            binder.replica.send({ message: messageOf(written, mentions), reply_to });
            setDiscussed(undefined);
          }}
        />
      )}
      {hasField && (
        <CommentForm
          key={first.id}
          binder={binder}
          draft={draftOf(binder.me.id, `${binder.id}:answer ${first.id}`)}
          label={text.comments.answer}
          submit={text.comments.send}
          focusTrigger={answers}
          send={async (written, mentions) =>
            void (await write(written, mentions, { reply_to: ids.at(-1) ?? first.id }))
          }
        />
      )}
    </li>
  );
}

interface CommentsFootProps extends Pick<CommentsProps, 'binder' | 'page' | 'focus'> {
  write: Write;
}

function CommentsFoot({ binder, page, focus, write }: CommentsFootProps) {
  const draft = focus.draft.value;
  if (!binder.canWrite.value) return <p class="muted small viewer-side-foot">{text.comments.readOnly}</p>;
  return (
    <div class="viewer-side-foot">
      {draft && (
        <p class="small draft-place">
          {text.comments.onPlace}
          <button
            type="button"
            class="button compact quiet"
            onClick={() => {
              focus.forget();
              document.querySelector<HTMLElement>(NEW_COMMENT)?.focus();
            }}
          >
            {text.comments.withoutPlace}
          </button>
        </p>
      )}
      <CommentForm
        key={page.id}
        binder={binder}
        draft={draftOf(binder.me.id, `${binder.id}:page ${page.id}`)}
        label={draft ? text.comments.writeOnPlace : text.comments.write}
        submit={text.comments.send}
        focusTrigger={draft}
        send={async (written, mentions) => {
          const id = await write(written, mentions, draft);
          if (focus.draft.peek() !== draft) return;
          focus.forget();
          if (draft) focus.show(id);
        }}
      />
    </div>
  );
}

interface CommentProps {
  binder: BinderContext;
  comment: PageComment;
  change: Change;
  remove: Remove;
}

function Comment({ binder, comment, change, remove }: CommentProps) {
  const { user, text: written, created_time } = comment;
  const isOwn = binder.canWrite.value && user.id === binder.me.id;
  return (
    <article class="page-comment" id={`comment-${comment.id}`}>
      <Avatar id={user.id} name={user.name} small />
      <div>
        <p class="small">
          <strong dir="auto">{user.name}</strong>{' '}
          <span class="muted">
            <RelativeTime at={created_time} />
          </span>
        </p>
        <Editable
          binder={binder}
          written={written}
          isOwn={isOwn}
          change={(text, mentions) => change(comment, text, mentions)}
          remove={() => remove(comment)}
        >
          <p dir="auto" class="comment-text">
            {written}
          </p>
        </Editable>
      </div>
    </article>
  );
}
