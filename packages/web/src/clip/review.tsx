import { type Signal, useSignal } from '@preact/signals';
import { RingbinderError } from '@ringbinder/client';
import { refusalOf } from '../binder/refusal.ts';
import { useBinders } from '../binder/use-binders.ts';
import { Field, Select } from '../design/field.tsx';
import { formatTime } from '../design/format.ts';
import { Alert } from '../design/states.tsx';
import { clip as text } from '../strings/messages/clip.ts';
import type { ClipContext } from './context.ts';
import { Preview } from './preview.tsx';
import type { Recorded } from './recording-upload.ts';
import type { ClipSession, EndReason } from './session.ts';

interface ReviewProps {
  context: ClipContext;
  session: ClipSession;
  recorded: Recorded;
  ending?: EndReason | undefined;
}

function useSaving({ context, session, recorded }: ReviewProps) {
  const start = useSignal(0);
  const end = useSignal(Math.round(recorded.seconds * 10) / 10);
  const isSaving = useSignal(false);
  const refused = useSignal('');
  const isPublic = useSignal(false);
  const chosen = useSignal(context.hasNoBinder ? '' : context.binderId);
  const name = text.defaultName(text.sources[recorded.source], formatTime(recorded.startedAt));

  async function save(form: HTMLFormElement): Promise<void> {
    if (isSaving.value) return;
    if (chosen.value === '') {
      refused.value = text.noBinder;
      form.querySelector<HTMLSelectElement>('[name=binder]')?.focus();
      return;
    }
    const data = new FormData(form);
    const isWhole = end.value >= Math.round(recorded.seconds * 10) / 10;
    // The fields become inert and would lose the focus.
    form.querySelector<HTMLElement>('[type=submit]')?.focus();
    isSaving.value = true;
    refused.value = '';
    try {
      await session.save({
        binderId: chosen.value,
        name: String(data.get('name') ?? '').trim() || name,
        part: { start: start.value * 1000, end: isWhole ? null : end.value * 1000 },
        isPublic: isPublic.value,
      });
    } catch (error) {
      if (!(error instanceof RingbinderError)) throw error;
      refused.value = refusalOf(error, { 403: text.readOnly }).message;
    } finally {
      isSaving.value = false;
    }
  }
  return { start, end, isSaving, refused, isPublic, chosen, name, save };
}

export function ClipReview(props: ReviewProps) {
  const { context, session, recorded, ending } = props;
  const { start, end, isSaving, refused, isPublic, chosen, name, save } = useSaving(props);
  const isAsking = useSignal(false);
  const binders = useBinders(context.channel);
  return (
    <form
      class="clip-review"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      {ending && (
        <p class="notice" role="status">
          {text.endings[ending]}
        </p>
      )}
      <Preview recorded={recorded} start={start} end={end} />
      <div class="clip-fields" inert={isSaving.value}>
        <Field label={text.name} name="name" value={name} />
        {binders.length > 0 && (
          <Select
            label={text.binder}
            name="binder"
            value={chosen.value}
            onChange={(id) => {
              chosen.value = id;
            }}
            options={[
              ...(context.hasNoBinder ? [['', text.chooseBinder] as const] : []),
              ...binders.map(({ binder }) => [binder.id, binder.name] as const),
            ]}
          />
        )}
        <LinkChoice isPublic={isPublic} />
      </div>
      <Alert class="notice bad">{refused.value}</Alert>
      {isAsking.value ? (
        <DiscardQuestion session={session} isAsking={isAsking} />
      ) : (
        <div class="clip-foot">
          <UploadStatus session={session} recorded={recorded} />
          <button
            type="button"
            class="button quiet danger"
            onClick={() => {
              isAsking.value = true;
            }}
          >
            {text.discard}
          </button>
          <button type="submit" class="button primary" aria-disabled={isSaving.value}>
            {isSaving.value ? text.saving : text.save}
          </button>
        </div>
      )}
    </form>
  );
}

function LinkChoice({ isPublic }: { isPublic: Signal<boolean> }) {
  return (
    <div class="field">
      <span class="label" id="clip-link">
        {text.link}
      </span>
      <div class="segments" role="radiogroup" aria-labelledby="clip-link">
        {(['members', 'anyone'] as const).map((who) => (
          <label key={who}>
            <input
              type="radio"
              name="link"
              checked={isPublic.value === (who === 'anyone')}
              onChange={() => {
                isPublic.value = who === 'anyone';
              }}
            />
            <span>{text.links[who]}</span>
          </label>
        ))}
      </div>
      {isPublic.value && <p class="hint">{text.anyoneHint}</p>}
    </div>
  );
}

function UploadStatus({ session, recorded }: Pick<ReviewProps, 'session' | 'recorded'>) {
  const { size } = recorded.blob;
  const part = size === 0 ? 1 : recorded.upload.sent.value / size;
  const sending = part < 1 ? text.sending(`${Math.floor(part * 100)}\u00a0%`) : '';
  return (
    <p class="muted small" role="status">
      {session.isInterrupted.value ? text.offline : sending}
    </p>
  );
}

function DiscardQuestion({ session, isAsking }: { session: ClipSession; isAsking: Signal<boolean> }) {
  return (
    <div class="notice warn clip-ask" role="alertdialog" aria-label={text.discardTitle}>
      <p>
        <strong>{text.discardTitle}</strong> {text.discardAbout}
      </p>
      <button
        type="button"
        class="button compact"
        onClick={() => {
          isAsking.value = false;
        }}
      >
        {text.again}
      </button>
      <button type="button" class="button compact danger" onClick={() => void session.discard()}>
        {text.discard}
      </button>
    </div>
  );
}
