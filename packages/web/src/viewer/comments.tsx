import type { BinderState } from '@ringbinder/client';
import { unwrap } from '@ringbinder/client';
import type { PageComment, PageWithoutAnnotations } from '@ringbinder/protocol';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { isOwner, pictureOf } from '../binder/people.ts';
import { explained } from '../binder/refusal.ts';
import { Avatar } from '../design/avatar.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { RelativeTime } from '../design/time.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import { ToolButton } from './bar.tsx';
import { answersInChat, ChatAnswers } from './chat-answers.tsx';
import { CommentForm } from './comment-form.tsx';
import { ViewerGlyph } from './glyphs.tsx';
import type { CommentFocus, Thread } from './pins.ts';

interface CommentsProps {
  binder: BinderContext;
  state: BinderState;
  page: PageWithoutAnnotations;
  threads: readonly Thread[];
  focus: CommentFocus;
}

/** The comments on a page at its side: to be read, answered and resolved. On a phone they are a sheet at the bottom. */
export function Comments({ binder, state, page, threads, focus }: CommentsProps) {
  const [resolving, setResolving] = useState<Thread>();
  const [discussed, setDiscussed] = useState<number>();
  const panel = useRef<HTMLElement>(null);
  const active = focus.active.value;
  const draft = focus.draft.value;
  const canWrite = binder.canWrite.value;
  useLayoutEffect(() => {
    panel.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const params = { path: { binder_id: binder.id, page_id: page.id } };
  const write = async (written: string, place?: { x: number; y: number }) => {
    const body = { text: written, ...(place && { is_position_comment: true, ...place }) };
    const call = unwrap(binder.client.api.POST('/{binder_id}/pages/{page_id}/comments', { params, body }));
    return (await explained(call)).comment_id;
  };
  const remove = ({ id: comment_id }: PageComment) =>
    explained(
      unwrap(
        binder.client.api.DELETE('/{binder_id}/pages/{page_id}/comments/{comment_id}', {
          params: { path: { ...params.path, comment_id } },
        }),
      ),
    );
  const mayDelete = ({ user }: PageComment) => user.id === binder.me.id || isOwner(state, binder.me.id);
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
      <div class="viewer-side-list">
        {threads.length === 0 && <p class="muted small">{text.comments.none}</p>}
        <ul>
          {threads.map((thread) => {
            const [first] = thread.comments;
            const isActive = thread.comments.some(({ id }) => id === active);
            return (
              <li key={first.id} class="thread" data-active={isActive}>
                {thread.comments.map((comment) => (
                  <Comment key={comment.id} comment={comment} picture={pictureOf(state, comment.user.id)} />
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
                  {thread.comments.some(mayDelete) && (
                    <button
                      type="button"
                      class="button compact quiet"
                      aria-label={text.comments.resolveOf(first.user.name)}
                      onClick={() => setResolving(thread)}
                    >
                      {text.comments.resolve}
                    </button>
                  )}
                </div>
                <ChatAnswers
                  binder={binder}
                  messages={answersInChat(
                    state,
                    page.id,
                    thread.comments.map(({ id }) => id),
                  )}
                />
                {isActive && discussed === first.id && (
                  <CommentForm
                    key={`chat ${first.id}`}
                    label={text.comments.sayInChat}
                    isWanted={discussed}
                    send={async (written) => {
                      const reply_to = { page: { id: page.id, position_comment_id: first.id } };
                      binder.replica.send({ message: { text: written }, reply_to });
                      setDiscussed(undefined);
                    }}
                  />
                )}
                {isActive && thread.position && canWrite && discussed !== first.id && (
                  <CommentForm
                    key={first.id}
                    label={text.comments.answer}
                    send={async (written) => void (await write(written, thread.position))}
                  />
                )}
              </li>
            );
          })}
        </ul>
        <ChatAnswers binder={binder} messages={answersInChat(state, page.id, undefined)} />
      </div>
      {canWrite ? (
        <div class="viewer-side-foot">
          {draft && (
            <p class="small draft-place">
              {text.comments.onPlace}
              <button type="button" class="button compact quiet" onClick={() => focus.forget()}>
                {text.comments.withoutPlace}
              </button>
            </p>
          )}
          <CommentForm
            label={draft ? text.comments.writeOnPlace : text.comments.write}
            isWanted={draft}
            send={async (written) => {
              const id = await write(written, draft);
              focus.forget();
              if (draft) focus.show(id);
            }}
          />
        </div>
      ) : (
        <p class="muted small viewer-side-foot">{text.comments.readOnly}</p>
      )}
      {resolving && (
        <FormDialog
          title={text.comments.resolveTitle}
          submit={text.comments.resolve}
          danger
          close={() => setResolving(undefined)}
          send={async () => {
            for (const comment of resolving.comments.filter(mayDelete)) await remove(comment);
            focus.show(undefined);
            setResolving(undefined);
          }}
        >
          <p>
            {text.comments.resolveConsequence(
              resolving.comments.filter(mayDelete).length,
              resolving.comments.length,
            )}
          </p>
        </FormDialog>
      )}
    </aside>
  );
}

function Comment({ comment, picture }: { comment: PageComment; picture: string }) {
  const { user, text: written, created_time } = comment;
  return (
    <article class="page-comment" id={`comment-${comment.id}`}>
      <Avatar id={user.id} name={user.name} picture={picture} small />
      <div>
        <p class="small">
          <strong dir="auto">{user.name}</strong>{' '}
          <span class="muted">
            <RelativeTime at={created_time} />
          </span>
        </p>
        <p dir="auto" class="comment-text">
          {written}
        </p>
      </div>
    </article>
  );
}
