import type { MeetQuality, MeetState, StreamQuality } from '@ringbinder/client/meet';
import { useEffect, useState } from 'preact/hooks';
import { languageTag } from '../strings/language.ts';
import { meetingQuality as words } from '../strings/messages/meeting-quality.ts';
import { SidePanel } from './panel.tsx';
import type { MeetSession } from './session.ts';

const EVERY_MS = 2_000;

interface QualityProps {
  session: MeetSession;
  state: MeetState;
}

export function Quality({ session, state }: QualityProps) {
  const [measured, setMeasured] = useState<MeetQuality>();
  useEffect(() => {
    let isThere = true;
    const measure = () =>
      session
        .connection()
        ?.stats()
        .then(
          (quality) => isThere && setMeasured(quality),
          () => undefined,
        );
    void measure();
    const timer = setInterval(measure, EVERY_MS);
    return () => {
      isThere = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <SidePanel
      title={words.title}
      closeLabel={words.close}
      close={() => {
        session.panel.value = undefined;
      }}
    >
      <QualityReport measured={measured} state={state} />
    </SidePanel>
  );
}

export function QualityReport({ measured, state }: { measured: MeetQuality | undefined; state: MeetState }) {
  const nameOf = (id: string) => state.participants.find((each) => each.id === id)?.name ?? '';
  const level = measured?.level ?? 'unknown';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls the report.
    <section class="meet-quality" aria-label={words.title} tabIndex={0}>
      <p class={`notice ${{ good: 'good', poor: 'warn', bad: 'bad', unknown: '' }[level]}`} role="status">
        {words.verdict[level]}
      </p>
      {measured && (
        <>
          <dl>
            <div>
              <dt>{words.path}</dt>
              <dd>{words.paths[pathName(measured.path)]}</dd>
            </div>
            <div>
              <dt>{words.roundTrip}</dt>
              <dd>{measured.roundTripMs === null ? '–' : milliseconds(measured.roundTripMs)}</dd>
            </div>
            <div>
              <dt>{words.loss}</dt>
              <dd>{percent(worstLoss(measured))}</dd>
            </div>
          </dl>
          <h3>{words.advice.title}</h3>
          <ul class="meet-advice">
            {adviceFor(measured).map((advice) => (
              <li key={advice}>{words.advice[advice]}</li>
            ))}
          </ul>
          <h3>{words.sent}</h3>
          <Streams streams={measured.sent} />
          <h3>{words.received}</h3>
          <Streams
            streams={measured.received}
            who={(index) => nameOf(measured.received[index]?.participantId ?? '')}
          />
        </>
      )}
    </section>
  );
}

function Streams({ streams, who }: { streams: readonly StreamQuality[]; who?: (index: number) => string }) {
  if (streams.length === 0) return <p class="muted small">{words.nothing}</p>;
  return (
    <ul class="meet-streams">
      {streams.map((stream, index) => (
        <li key={index}>
          <strong>
            {[who?.(index), words.sources[stream.source === 'screen_audio' ? 'screenAudio' : stream.source]]
              .filter(Boolean)
              .join(', ')}
          </strong>
          <span>
            {[
              bits(stream.bitsPerSecond),
              ...(stream.width && stream.height ? [`${stream.width} × ${stream.height}`] : []),
              ...(stream.framesPerSecond === undefined
                ? []
                : [words.frames(Math.round(stream.framesPerSecond))]),
              ...(stream.loss > 0 ? [`${words.loss}: ${percent(stream.loss)}`] : []),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function pathName(path: MeetQuality['path']) {
  const names = { relay_udp: 'relayUdp', relay_tcp: 'relayTcp', relay_tls: 'relayTls' } as const;
  return path === 'udp' || path === 'tcp' ? path : path ? names[path] : 'none';
}

const formatted = (value: number, options: Intl.NumberFormatOptions) =>
  value.toLocaleString(languageTag(), options);

const milliseconds = (value: number) => formatted(Math.round(value), { style: 'unit', unit: 'millisecond' });

const percent = (part: number) =>
  formatted(part, { style: 'percent', maximumFractionDigits: part < 0.1 ? 1 : 0 });

const bits = (value: number) =>
  value >= 1_000_000
    ? formatted(value / 1_000_000, { style: 'unit', unit: 'megabit-per-second', maximumFractionDigits: 1 })
    : formatted(Math.round(value / 1000), { style: 'unit', unit: 'kilobit-per-second' });

const worstLoss = ({ sent, received }: MeetQuality): number =>
  Math.max(0, ...[...sent, ...received].map(({ loss }) => loss));

type Advice = Exclude<keyof typeof words.advice, 'title'>;
const FAR_MS = 250;
const LOSSY = 0.02;
const SLOW_PICTURES = 8;

export function adviceFor(measured: MeetQuality): Advice[] {
  const { roundTripMs, path, sent, received, level } = measured;
  const loss = worstLoss(measured);
  const isSlowHere = received.some(
    ({ framesPerSecond = SLOW_PICTURES, loss: lost, bitsPerSecond }) =>
      framesPerSecond < SLOW_PICTURES && lost < LOSSY && bitsPerSecond > 0,
  );
  const isTunnelled = path === 'tcp' || path === 'relay_tcp' || path === 'relay_tls';
  const advice: Advice[] = [
    ...(loss >= LOSSY ? (['near', 'others'] as const) : []),
    ...((roundTripMs ?? 0) > FAR_MS && loss < LOSSY ? (['others'] as const) : []),
    ...(level !== 'good' && sent.some(({ source }) => source === 'camera') ? (['camera'] as const) : []),
    ...(isTunnelled ? (['firewall'] as const) : []),
    ...(isSlowHere ? (['device'] as const) : []),
  ];
  return advice.length > 0 ? advice : ['fine'];
}
