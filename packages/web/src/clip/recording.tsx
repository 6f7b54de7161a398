import { type Signal, useSignal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { clockTime } from '../design/clock-time.ts';
import { clip as text } from '../strings/messages/clip.ts';
import type { ClipContext } from './context.ts';
import { ClipGlyph, type ClipGlyphName } from './glyphs.tsx';
import { LevelMeter } from './level.tsx';
import type { Live } from './live.ts';
import { loadPage } from './pages.ts';
import type { ClipSession } from './session.ts';
import { moveBubble, Stage } from './stage.tsx';
import { penColours } from './strokes.ts';

const NEAR_END_SECONDS = 30;

interface RecordingProps {
  context: ClipContext;
  session: ClipSession;
  live: Live;
  pages: readonly PageWithoutAnnotations[];
  page: { value: number };
}

/** If called again while a page loads, shows only the last page. */
function usePageTurning({ context, live, pages, page }: RecordingProps) {
  const requestedPage = useRef(page.value);
  return async (step: number): Promise<void> => {
    const { scene } = live;
    const place = requestedPage.current + step;
    const next = pages[place];
    if (!next || !scene) return;
    requestedPage.current = place;
    const picture = await loadPage(context, next).catch(() => undefined);
    if (requestedPage.current !== place) return;
    if (!picture) {
      requestedPage.current = page.value;
      return;
    }
    page.value = place;
    scene.source = picture;
    scene.strokes = [];
  };
}

export function Recording(props: RecordingProps) {
  const { session, live } = props;
  const pen = useSignal<string | undefined>(undefined);
  const main = useRef<HTMLButtonElement>(null);
  const { value } = session.state;
  useEffect(() => main.current?.focus(), [value.step]);
  return (
    <div class="clip-recording">
      <div class="clip-scene">
        {live.scene ? (
          <Stage scene={live.scene} pen={pen} hasPointer={session.choice.value.source === 'pages'} />
        ) : (
          <div class="clip-voice">
            <LevelMeter level={session.level} label={text.level} large />
            <p class="muted">{text.voiceStage}</p>
          </div>
        )}
        {value.step === 'counting' && <Countdown session={session} left={value.secondsLeft} main={main} />}
      </div>
      {value.step === 'recording' && (
        <RecordingBar {...props} isPaused={value.isPaused} pen={pen} main={main} />
      )}
      <p class="clip-line small" role="status">
        {session.isInterrupted.value ? text.offline : session.isStored.value ? '' : text.notKept}
      </p>
    </div>
  );
}

type ButtonRef = RefObject<HTMLButtonElement | null>;

function Countdown({ session, left, main }: { session: ClipSession; left: number; main: ButtonRef }) {
  return (
    <div class="clip-countdown">
      <p aria-hidden="true">{left}</p>
      <span class="hidden-visually" role="status">
        {text.countdown(left)}
      </span>
      <button type="button" class="button" ref={main} onClick={() => session.skipCountdown()}>
        {text.now}
      </button>
      <button type="button" class="button quiet" onClick={() => void session.discard()}>
        {text.cancel}
      </button>
    </div>
  );
}

interface RecordingBarProps extends RecordingProps {
  isPaused: boolean;
  pen: Pen;
  main: ButtonRef;
}

function RecordingBar(props: RecordingBarProps) {
  const { session, live, pages, page, isPaused, pen, main } = props;
  const isMuted = useSignal(false);
  const turnBy = usePageTurning(props);
  return (
    <div class="clip-bar" role="toolbar" aria-label={text.toolbar}>
      <RecordedTime session={session} isPaused={isPaused} />
      {live.mixer.track && <LevelMeter level={session.level} label={text.level} />}
      <Tool
        glyph={isPaused ? 'play' : 'pause'}
        label={isPaused ? text.resume : text.pause}
        run={() => session.togglePause()}
      />
      {live.mixer.track && (
        <Tool
          glyph="voice"
          label={text.mute}
          isOn={isMuted.value}
          run={() => {
            isMuted.value = !isMuted.value;
            live.mixer.mute(isMuted.value);
          }}
        />
      )}
      {live.scene && <SceneTools scene={live.scene} pen={pen} />}
      {session.choice.value.source === 'pages' && pages.length > 1 && (
        <span class="clip-pages">
          <Tool glyph="back" label={text.previousPage} run={() => void turnBy(-1)} />
          <span class="tabular small">{text.pageOf(page.value + 1, pages.length)}</span>
          <Tool glyph="next" label={text.nextPage} run={() => void turnBy(1)} />
        </span>
      )}
      <button type="button" class="button compact quiet danger" onClick={() => void session.discard()}>
        {text.discard}
      </button>
      <button
        type="button"
        class="button compact primary clip-stop"
        ref={main}
        onClick={() => void session.stop()}
      >
        <ClipGlyph name="stop" />
        {text.stop}
      </button>
    </div>
  );
}

function RecordedTime({ session, isPaused }: { session: ClipSession; isPaused: boolean }) {
  const { seconds, limit } = session;
  const left = limit.value - seconds.value;
  return (
    <span class="clip-time" data-paused={isPaused}>
      <span class="recording-dot" aria-hidden="true" />
      <span class="hidden-visually">{isPaused ? text.paused : text.recording}</span>
      <span role="timer" class="tabular">
        {text.time(clockTime(seconds.value), clockTime(limit.value))}
      </span>
      {left <= NEAR_END_SECONDS && (
        <strong class="tabular">{text.nearEnd(clockTime(Math.ceil(left)))}</strong>
      )}
    </span>
  );
}

type Pen = Signal<string | undefined>;

function SceneTools({ scene, pen }: { scene: NonNullable<Live['scene']>; pen: Pen }) {
  return (
    <>
      <Tool
        glyph="pen"
        label={text.pen}
        isOn={pen.value !== undefined}
        run={() => {
          pen.value = pen.value === undefined ? penColours[0] : undefined;
        }}
      />
      {pen.value !== undefined && (
        <>
          <Colours pen={pen} />
          <Tool glyph="undo" label={text.undo} run={() => void scene.strokes.pop()} />
          <Tool
            glyph="clear"
            label={text.clear}
            run={() => {
              scene.strokes = [];
            }}
          />
        </>
      )}
      {scene.bubble && <Tool glyph="bubble" label={text.moveBubble} run={() => moveBubble(scene)} />}
    </>
  );
}

interface ToolProps {
  glyph: ClipGlyphName;
  label: string;
  isOn?: boolean;
  run: () => void;
}

function Tool({ glyph, label, isOn, run }: ToolProps) {
  return (
    <button type="button" class="tool" aria-label={label} title={label} aria-pressed={isOn} onClick={run}>
      <ClipGlyph name={glyph} />
    </button>
  );
}

const COLOUR_NAMES = ['red', 'amber', 'green', 'blue'] as const;
const nameOfColour = (place: number) => text.colourNames[COLOUR_NAMES[place] ?? 'red'];

function Colours({ pen }: { pen: Pen }) {
  return (
    <fieldset class="clip-colours">
      <legend class="hidden-visually">{text.colours}</legend>
      {penColours.map((colour, place) => (
        <label key={colour} title={nameOfColour(place)}>
          <input
            type="radio"
            name="clip-pen"
            aria-label={nameOfColour(place)}
            checked={pen.value === colour}
            onChange={() => {
              pen.value = colour;
            }}
          />
          <span class="clip-dot" data-colour={place} />
        </label>
      ))}
    </fieldset>
  );
}
