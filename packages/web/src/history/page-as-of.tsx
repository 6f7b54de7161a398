import { unwrap } from '@ringbinder/client';
import type { Page } from '@ringbinder/protocol';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { nameOf } from '../binder/page-name.ts';
import { refusalOf } from '../binder/refusal.ts';
import { formatTime } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { pageTypeName } from '../pages/type-name.ts';
import { text as common } from '../strings/common.ts';
import { history as text } from '../strings/messages/history.ts';
import { AnnotationLayer } from '../viewer/annotations.tsx';

export function PageAsOf({ binder, page, seq }: { binder: BinderContext; page: Page; seq: number }) {
  const [failure, setFailure] = useState<{ picture: string; isGone: boolean }>();
  const today = binder.state.value?.pages.find(({ id }) => id === page.id);
  const { background_uri: picture } = page;
  const failed = failure?.picture === picture ? failure : undefined;
  const hasPicture = picture !== '' && !failed;
  const name = nameOf(page);
  return (
    <li class="page-card">
      <span class="page-picture history-picture">
        <span class="history-sheet" style={{ aspectRatio: `${page.width} / ${page.height}` }}>
          {hasPicture ? (
            <img
              src={picture}
              alt=""
              loading="lazy"
              onError={async () => setFailure({ picture, isGone: await isGone(picture) })}
            />
          ) : (
            <>
              <span class="no-picture" title={failed && !failed.isGone ? common.failed : text.gonePage}>
                <Glyph name={kindOf(page).glyph} />
              </span>
              <AnnotationLayer viewport={page} annotations={page.svg_tags} />
            </>
          )}
        </span>
        {failed && !failed.isGone && (
          <button type="button" class="button compact" onClick={() => setFailure(undefined)}>
            {common.actions.retry}
          </button>
        )}
      </span>
      <span dir="auto" class="history-name">
        {today ? <a href={binder.links.page(page.id)}>{name}</a> : name}
        <span class="muted small">
          {pageTypeName(page)}
          {page.svg_tags.length > 0 && ` · ${text.drawings(page.svg_tags.length)}`}
        </span>
      </span>
      {kindOf(page).live === 'text' && (
        <Disclosed key={`text ${seq}`} summary={text.text} load={() => readText(binder, page, seq)} />
      )}
      <Disclosed
        key={`comments ${seq}`}
        summary={text.comments}
        load={() => readComments(binder, page, seq)}
      />
    </li>
  );
}

/** Distinguishes deleted content from a failed request. */
const isGone = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ status }) => status === 404,
    () => false,
  );

interface DisclosedProps {
  summary: string;
  load: () => Promise<string>;
}

function Disclosed({ summary, load }: DisclosedProps) {
  const [source, setSource] = useState<string>();
  const show = (isOpen: boolean) => {
    if (!isOpen || source !== undefined) return;
    load().then(setSource, (error) => setSource(refusalOf(error, { 404: text.gonePage }).message));
  };
  return (
    <details class="history-text" onToggle={({ currentTarget }) => show(currentTarget.open)}>
      <summary class="small">{summary}</summary>
      <p dir="auto" class="said">
        {source}
      </p>
    </details>
  );
}

const paramsOf = ({ id: binder_id }: BinderContext, { id: page_id }: Page, seq: number) => ({
  path: { binder_id, page_id },
  query: { as_of: `seq:${seq}` },
});

async function readText(binder: BinderContext, page: Page, seq: number): Promise<string> {
  const { api } = binder.client;
  const params = paramsOf(binder, page, seq);
  const answer = await unwrap(api.GET('/{binder_id}/pagedownload/{page_id}', { params }));
  // The operation has two response types, and this response is JSON.
  return (answer as unknown as { page: string }).page;
}

async function readComments(binder: BinderContext, page: Page, seq: number): Promise<string> {
  const { api } = binder.client;
  const params = paramsOf(binder, page, seq);
  const { comments } = await unwrap(api.GET('/{binder_id}/pages/{page_id}/comments', { params }));
  const lines = comments.map(({ user, created_time, text: said }) =>
    text.comment(user.name, formatTime(created_time), plainText(said)),
  );
  return lines.length === 0 ? text.noComments : lines.join('\n');
}
