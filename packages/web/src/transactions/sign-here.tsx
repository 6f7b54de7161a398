import type { BinderState } from '@ringbinder/client';
import type { Annotation, PageWithoutAnnotations, StepSignature } from '@ringbinder/protocol';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { membersOf } from '../binder/people.ts';
import { adoptStyles } from '../design/adopt-styles.ts';
import { formatDate } from '../design/format.ts';
import { signatures as text } from '../strings/messages/signatures.ts';
import { saveUploadedFile } from '../viewer/downloads.ts';
import { useReturnedFocus } from '../viewer/return-focus.ts';
import type { PageSearch } from '../viewer/search.ts';
import type { PageViewport } from '../viewer/viewport.ts';
import { styleOfPlace } from './place-style.ts';
import { isTurnOf } from './progress.ts';
import css from './sign-here.css?inline';
import { type DrawnSignature, signatureBeforeChange } from './signed-change.ts';
import { StepButtons } from './steps.tsx';

/** Functions by step id. They open the signing dialog or focus the step's buttons. */
export type Signers = Map<number, () => void>;

export interface SigningProps {
  binder: BinderContext;
  state: BinderState;
  pageId: number;
  signers: Signers;
  /** Of the page. */
  annotations: readonly Annotation[];
}

function stepsOn({ transactions }: BinderState, pageIds: ReadonlySet<number>, userId: string) {
  return transactions.flatMap((transaction) =>
    transaction.steps.flatMap((step) => {
      const places = step.signatures?.filter(({ page_id }) => pageIds.has(page_id)) ?? [];
      const isAwaited = transaction.is_active && !transaction.outcome && isTurnOf(step, userId);
      return places.length === 0 ? [] : [{ transaction, step, places, isAwaited }];
    }),
  );
}

export function SignHere({
  binder,
  state,
  pageId,
  signers,
  viewport,
  search,
}: SigningProps & { viewport: PageViewport; search: Pick<PageSearch, 'isOpen'> }) {
  adoptStyles(css);
  const awaited = stepsOn(state, new Set([pageId]), binder.me.id).filter(({ isAwaited }) => isAwaited);
  const marks = awaited.flatMap(({ step, places }) => places.map((place) => ({ step, place })));
  const [first] = marks;
  useLayoutEffect(() => {
    if (!first || search.isOpen.peek() || binder.target.peek().comment !== undefined) return;
    const { x, y, width, height } = first.place;
    viewport.reveal({ x: x + width / 2, y: y + height / 2 });
  }, [first?.step.id, first?.place.id]);
  return (
    <div class="stage-layer pins">
      {marks.map(({ step, place }) => (
        <Mark
          key={`${step.id} ${place.id}`}
          place={place}
          viewport={viewport}
          sign={() => signers.get(step.id)?.()}
        />
      ))}
    </div>
  );
}

interface MarkProps {
  place: StepSignature;
  viewport: PageViewport;
  sign: () => void;
}

function Mark({ place, viewport, sign }: MarkProps) {
  const button = useRef<HTMLButtonElement>(null);
  useReturnedFocus(button, '.stage');
  const { x, y, width, height, label } = place;
  return (
    <button
      type="button"
      class="sign-here"
      ref={button}
      title={label}
      style={styleOfPlace({ x: x + width / 2, y: y + height / 2, width, height }, viewport)}
      onClick={sign}
    >
      <span style={{ transform: `rotate(${-90 * viewport.quarterTurns.value}deg)` }}>{text.signHere}</span>
    </button>
  );
}

/** Below each page of a document, shows the steps that sign it, with their buttons on the pages to sign. */
export function SignBar({ binder, state, pageId, signers, annotations }: SigningProps) {
  adoptStyles(css);
  const pages = new Map(pagesOfFile(state, pageId).map((page) => [page.id, page]));
  const steps = stepsOn(state, new Set(pages.keys()), binder.me.id);
  const page = pages.get(pageId);
  const signature = page && signatureBeforeChange(page, steps, annotations);
  return (
    <>
      {page && signature && <ChangedBar binder={binder} page={page} signature={signature} />}
      {steps.map((each) => (
        <StepBar
          key={each.step.id}
          binder={binder}
          pageId={pageId}
          pages={pages}
          signers={signers}
          {...each}
        />
      ))}
    </>
  );
}

interface ChangedBarProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  signature: DrawnSignature;
}

function ChangedBar({ binder, page, signature: { user_id, time, file_id } }: ChangedBarProps) {
  const signer = membersOf(binder.state.value).find(({ user }) => user.id === user_id)?.user.name;
  const date = formatDate(time);
  return (
    <div class="form-bar sign-bar">
      <strong>{signer === undefined ? text.changed(date) : text.changedSince(signer, date)}</strong>
      <button
        type="button"
        class="button compact"
        onClick={() => void saveUploadedFile(binder, { ...page, file_id })}
      >
        {text.download(nameOf(page))}
      </button>
    </div>
  );
}

function pagesOfFile({ pages }: BinderState, pageId: number) {
  const fileId = pages.find(({ id }) => id === pageId)?.file_id;
  return pages.filter(({ id, file_id }) => id === pageId || (fileId && file_id === fileId));
}

type StepBarProps = Omit<SigningProps, 'state' | 'annotations'> &
  ReturnType<typeof stepsOn>[number] & { pages: ReadonlyMap<number, PageWithoutAnnotations> };

function StepBar({ binder, pageId, pages, signers, transaction, step, places, isAwaited }: StepBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const wasAwaited = useRef(isAwaited);
  wasAwaited.current ||= isAwaited;
  const isHere = places.some(({ page_id }) => page_id === pageId);
  const isDrawing = isHere && places.some(({ signature }) => signature && signature.file_id === undefined);
  const isSigned = wasAwaited.current && places.some(({ signature }) => signature?.user_id === binder.me.id);
  const accepting = step.actions.filter(({ outcome }) => outcome !== 'rejected');
  const [first] = places;
  return (
    <div class={isAwaited || isDrawing || isSigned ? 'form-bar sign-bar' : undefined} ref={bar}>
      {(isAwaited || isSigned) && (
        <a dir="auto" href={binder.links.transaction(transaction.id)}>
          {transaction.title}
        </a>
      )}
      {isSigned && <strong>{text.signed}</strong>}
      {isDrawing && <span class="muted small">{text.drawing}</span>}
      {isAwaited && !isHere && first && (
        <a
          class="button primary compact"
          href={`${binder.links.page(first.page_id)}?transaction=${transaction.id}`}
        >
          {text.signOn((pages.get(first.page_id)?.page_index ?? 0) + 1)}
        </a>
      )}
      {isHere && (
        <StepButtons
          binder={binder}
          transaction={transaction}
          step={step}
          hasFiles={step.signatures?.some(({ page_id }) => page_id !== pageId)}
          handle={(answer) =>
            signers.set(step.id, () => {
              const [only, other] = accepting;
              if (only && !other) answer(only);
              else bar.current?.querySelector('button')?.focus();
            })
          }
        />
      )}
    </div>
  );
}
