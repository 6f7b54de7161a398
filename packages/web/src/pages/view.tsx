import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { useShown } from '../binder/return.ts';
import { SectionHead } from '../binder/section.tsx';
import { Glyph } from '../design/glyph.tsx';
import { lazy } from '../design/lazy.tsx';
import { Empty } from '../design/states.tsx';
import { RelativeTime } from '../design/time.tsx';
import { pages as text } from '../strings/en/pages.ts';
import type { PageActions } from './actions.ts';
import { DeletePage, RenamePage } from './change.tsx';
import { save } from './download.ts';
import { drawnPage, isDrawable } from './drawn-page.ts';
import { aboutOf, nameOf } from './names.ts';

const Viewer = lazy(() => import('../viewer/index.tsx').then(({ Viewer }) => Viewer));

interface PageViewProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
  id: number;
}

/** One page as a whole, with its comments. Arrow keys lead to the one before and the next one. */
export function PageView({ binder, actions, state, id }: PageViewProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const { pages } = state;
  const index = pages.findIndex((page) => page.id === id);
  const page = pages[index];
  const before = pages[index - 1];
  const after = index === -1 ? undefined : pages[index + 1];
  useArrows({
    ArrowLeft: before && (() => binder.navigate(binder.links.page(before.id))),
    ArrowRight: after && (() => binder.navigate(binder.links.page(after.id))),
  });
  useShown(`${binder.id}/pages`, id, binder.links.page(id));
  const back = { href: binder.links.section('pages'), label: text.back };
  if (!page) {
    return (
      <div class="section-page">
        <SectionHead title={text.title} back={back} />
        <Empty title={text.gone}>{text.goneHint}</Empty>
      </div>
    );
  }
  const name = nameOf(page);
  const close = () => setDialog(undefined);
  return (
    <div class="section-page wide page-view">
      <SectionHead title={name} back={back}>
        <span class="muted small page-about">{aboutOf(page, state)}</span>
        <PageLink binder={binder} page={before} label={text.previous} glyph="back" />
        <span class="small page-position">{text.position(index + 1, pages.length)}</span>
        <PageLink binder={binder} page={after} label={text.next} glyph="next" />
        <button type="button" class="button compact" onClick={() => save(page.page_uri, name)}>
          <Glyph name="download" />
          {text.download}
        </button>
        {binder.canWrite.value && isDrawable(page) && (
          <button
            type="button"
            class="button compact"
            onClick={() => {
              drawnPage.value = page.id;
            }}
          >
            <Glyph name="edit" />
            {text.draw}
          </button>
        )}
        {binder.canWrite.value && (
          <>
            <button type="button" class="button compact quiet" onClick={() => setDialog('rename')}>
              {text.rename}
            </button>
            <button type="button" class="button compact quiet danger" onClick={() => setDialog('delete')}>
              {text.delete}
            </button>
          </>
        )}
      </SectionHead>
      <Viewer binder={binder} state={state} page={page} />
      <Comments comments={state.pageComments[page.id] ?? []} />
      {dialog === 'rename' && <RenamePage {...{ actions, page, close }} />}
      {dialog === 'delete' && (
        <DeletePage {...{ actions, page, close }} done={() => binder.navigate(back.href)} />
      )}
    </div>
  );
}

interface PageLinkProps {
  binder: BinderContext;
  page: PageWithoutAnnotations | undefined;
  label: string;
  glyph: 'back' | 'next';
}

/** Leads to another page; at an end it leads nowhere and keeps its place. */
function PageLink({ binder, page, label, glyph }: PageLinkProps) {
  return page ? (
    <a class="tool" href={binder.links.page(page.id)} aria-label={label} title={label}>
      <Glyph name={glyph} />
    </a>
  ) : (
    <span class="tool" aria-disabled="true">
      <Glyph name={glyph} />
    </span>
  );
}

function Comments({ comments }: { comments: NonNullable<BinderState['pageComments'][number]> }) {
  return (
    <section class="section-group" aria-labelledby="page-comments">
      <h3 id="page-comments">
        {text.commentsTitle} <span class="group-count">{comments.length}</span>
      </h3>
      {comments.length === 0 ? (
        <p class="muted small">{text.noComments}</p>
      ) : (
        <ul class="rows">
          {comments.map(({ id, user, text: written, created_time }) => (
            <li key={id} class="page-comment">
              <span class="small">
                <strong>{user.name}</strong>{' '}
                <span class="muted">
                  <RelativeTime at={created_time} />
                </span>
              </span>
              <p>{written}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Calls functions for keys that are pressed while nothing is written and no dialog is open. */
function useArrows(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  // Before the next key: those that are held come quickly.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isElsewhere = target.closest('input, textarea, select, dialog, video, audio, [role=menu]');
      if (isElsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const act = actions[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
