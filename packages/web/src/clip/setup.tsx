import type { ReadonlySignal } from '@preact/signals';
import type { BinderState } from '@ringbinder/client';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { clockTime } from '../design/clock-time.ts';
import { formatTime } from '../design/format.ts';
import { clip as text } from '../strings/messages/clip.ts';
import { type ClipChoice, type ClipContext, sources } from './context.ts';
import { ClipGlyph } from './glyphs.tsx';
import { loadPage, recordablePages } from './pages.ts';
import { Problem } from './problem.tsx';
import type { ClipSession } from './session.ts';
import { listDevices, supportedSources, whyUnsupported } from './support.ts';

interface SetupProps {
  context: ClipContext;
  session: ClipSession;
  binder: ReadonlySignal<BinderState | undefined>;
  firstPage: { value: number };
}

function useSupported(context: ClipContext, choice: ClipSession['choice']): ReadonlySet<ClipSource> {
  const supported = useMemo(() => {
    const all = new Set(supportedSources());
    if (context.hasNoBinder) all.delete('pages');
    return all;
  }, []);
  useEffect(() => {
    const source = sources.find((each) => supported.has(each));
    if (source && !supported.has(choice.peek().source)) choice.value = { ...choice.peek(), source };
  }, []);
  return supported;
}

export function Setup({ context, session, binder, firstPage }: SetupProps) {
  const { state, choice, limit } = session;
  const supported = useSupported(context, choice);
  const { value: chosen } = choice;
  const choose = (changed: Partial<ClipChoice>) => {
    choice.value = { ...choice.peek(), ...changed };
  };
  const pages = recordablePages(binder.value);
  const lacksPages = chosen.source === 'pages' && pages.length === 0;
  const isStarting = state.value.step === 'starting';
  const problem = state.value.step === 'setup' ? state.value.problem : undefined;
  const canStart = supported.size > 0 && !lacksPages && !isStarting;

  async function start(): Promise<void> {
    const page = pages[firstPage.value] ?? pages[0];
    const isPaged = choice.peek().source === 'pages';
    await session.start(isPaged && page ? await loadPage(context, page) : undefined);
  }

  if (supported.size === 0)
    return <p class="notice bad">{whyUnsupported() === 'insecure' ? text.insecure : text.unsupported}</p>;
  return (
    <form
      class="clip-setup"
      onSubmit={(event) => {
        event.preventDefault();
        if (canStart) void start();
      }}
    >
      <UnsavedRecordings session={session} />
      <SourceChoice supported={supported} chosen={chosen.source} choose={(source) => choose({ source })} />
      {!supported.has('display') && <p class="muted small">{text.phone}</p>}
      {lacksPages && binder.value && <p class="notice">{text.noPages}</p>}
      <div class="clip-options">
        {chosen.source === 'pages' && pages.length > 1 && <PageChoice pages={pages} chosen={firstPage} />}
        <Device
          kind="audioinput"
          label={text.microphone}
          isOn={chosen.hasMicrophone || chosen.source === 'voice'}
          isFixed={chosen.source === 'voice'}
          turn={(hasMicrophone) => choose({ hasMicrophone })}
          choose={(microphoneId) => choose({ microphoneId })}
        />
        {chosen.source !== 'voice' && (
          <Device
            kind="videoinput"
            label={chosen.source === 'camera' ? text.camera : text.bubble}
            isOn={chosen.hasBubble || chosen.source === 'camera'}
            isFixed={chosen.source === 'camera'}
            turn={(hasBubble) => choose({ hasBubble })}
            choose={(cameraId) => choose({ cameraId })}
          />
        )}
      </div>
      <Problem problem={problem} choice={chosen} supported={supported} choose={choose} start={start} />
      <div class="clip-foot">
        <p class="muted small">{text.limit(lengthOf(limit.value))}</p>
        <button type="submit" class="button primary" aria-disabled={!canStart}>
          <span class="recording-dot" aria-hidden="true" />
          {isStarting ? text.starting : text.start}
        </button>
      </div>
    </form>
  );
}

type ClipSource = ClipChoice['source'];

interface SourceChoiceProps {
  supported: ReadonlySet<ClipSource>;
  chosen: ClipSource;
  choose: (source: ClipSource) => void;
}

function SourceChoice({ supported, chosen, choose }: SourceChoiceProps) {
  return (
    <fieldset class="clip-sources">
      <legend>{text.sources.legend}</legend>
      {sources.map((source) => {
        return (
          <label key={source} data-off={!supported.has(source)}>
            <input
              type="radio"
              name="source"
              value={source}
              checked={chosen === source}
              disabled={!supported.has(source)}
              onChange={() => choose(source)}
            />
            <ClipGlyph name={source} />
            <strong>{text.sources[source]}</strong>
            <span>{text.aboutSources[source]}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface PageChoiceProps {
  pages: ReturnType<typeof recordablePages>;
  chosen: SetupProps['firstPage'];
}

function PageChoice({ pages, chosen }: PageChoiceProps) {
  return (
    <label class="clip-option">
      <span>{text.page}</span>
      <select
        name="page"
        onChange={(event) => {
          chosen.value = Number(event.currentTarget.value);
        }}
      >
        {pages.map((page, place) => (
          <option key={page.id} value={place} selected={place === chosen.value}>
            {text.pageName(page.name || page.original_file_name, page.page_index + 1)}
          </option>
        ))}
      </select>
    </label>
  );
}

const lengthOf = (seconds: number) =>
  seconds % 60 === 0 ? text.minutes(seconds / 60) : text.seconds(seconds);

interface DeviceProps {
  kind: 'audioinput' | 'videoinput';
  label: string;
  isOn: boolean;
  isFixed: boolean;
  turn: (isOn: boolean) => void;
  choose: (deviceId: string | undefined) => void;
}

function Device({ kind, label, isOn, isFixed, turn, choose }: DeviceProps) {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    listDevices(kind).then(setDevices, () => undefined);
  }, [kind]);
  return (
    <div class="clip-option">
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isFixed}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
        {label}
      </label>
      {isOn && devices.length > 1 && (
        <select aria-label={label} onChange={(event) => choose(event.currentTarget.value || undefined)}>
          <option value="">{text.defaultDevice}</option>
          {devices.map(({ deviceId, label: name }) => (
            <option key={deviceId} value={deviceId}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function UnsavedRecordings({ session }: { session: ClipSession }) {
  const { value: all } = session.unsaved;
  if (all.length === 0) return null;
  return (
    <section class="clip-left" aria-label={text.left.title}>
      <h3>{text.left.title}</h3>
      <p class="muted small">{text.left.about}</p>
      <ul>
        {all.map((recording) => (
          <li key={recording.name}>
            <span class="clip-left-name">
              {text.sources[recording.source]}
              <span class="muted">
                {text.left.one(formatTime(recording.startedAt), clockTime(recording.seconds))}
              </span>
            </span>
            <button type="button" class="button compact" onClick={() => session.resumeRecording(recording)}>
              {text.left.review}
            </button>
            <button
              type="button"
              class="button compact quiet danger"
              onClick={() => void session.discardUnsaved(recording)}
            >
              {text.left.discard}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
