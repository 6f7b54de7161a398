import { useEffect, useRef, useState } from 'preact/hooks';
import type { PlaygroundBoot } from '../boot.ts';
import { CopyButton } from '../design/field.tsx';
import { Icon } from '../design/icon.tsx';
import { Tabs } from '../design/tabs.tsx';
import { ThemeSwitch } from '../design/theme.tsx';
import { playground as words } from '../strings/en/playground.ts';
import { SegmentedControl } from './choice.tsx';
import { type CodeKind, codeOf, hasCode } from './code.ts';
import { Doctor } from './doctor.tsx';
import { Options } from './options.tsx';
import { makeSampleRequest } from './sample-request.ts';
import {
  DEFAULTS,
  EVENTS,
  optionsOf,
  SAMPLES,
  type Sample,
  schemesOf,
  themeOf,
  type Values,
} from './samples.ts';
import { type Choice, fetchToken, type LoadedService } from './sdk.ts';

const MODULE_ID = 'module';
const MAX_EVENTS = 50;

interface ReceivedEvent {
  at: Date;
  name: string;
  detail: unknown;
}

interface PlaygroundProps {
  boot: PlaygroundBoot;
  service: LoadedService;
  token: string;
  binders: readonly Choice[];
}

function useEvents() {
  const [received, setReceived] = useState<readonly ReceivedEvent[]>([]);
  const add = (name: string, detail: unknown) =>
    setReceived((before) => [{ at: new Date(), name, detail }, ...before].slice(0, MAX_EVENTS));
  return { received, add, clear: () => setReceived([]) };
}

function useModule(
  { boot, service, token }: PlaygroundProps,
  { sample, values, add }: { sample: Sample; values: Values; add: ReturnType<typeof useEvents>['add'] },
) {
  const isApproval = sample === 'transaction';
  const options = () => ({
    ...optionsOf(sample, values),
    theme: { ...themeOf(values), ...schemesOf(values) },
    ...Object.fromEntries(
      [...EVENTS[sample], 'error'].map((name) => [name, (detail: unknown) => add(name, detail)]),
    ),
  });
  const ignore = () => undefined;
  const opened = useRef<{ close(): void }>(null);
  const show = () => {
    // Approvals need a token.
    if (isApproval && !values.token) return opened.current?.close();
    const link = isApproval ? { token: values.token } : {};
    void service[sample]({ iframe: true, tagid4iframe: MODULE_ID, ...options(), ...link }).then((handle) => {
      opened.current = handle;
    }, ignore);
  };
  useEffect(() => {
    service.init({
      mode: boot.environment,
      client_id: boot.client_id,
      access_token: token,
      sdk_version: 4,
      invalid_token: () => fetchToken(boot),
    });
  }, []);
  useEffect(show, [sample, values.scheme ?? 'auto', isApproval && values.token]);
  return { show, openWindow: () => void service[sample](options()).catch(ignore) };
}

export function Playground(props: PlaygroundProps) {
  const { boot, service, binders } = props;
  const [sample, setSample] = useState<Sample>('chat');
  const [values, setValues] = useState<Values>({ ...DEFAULTS, binder_id: binders[0]?.[0] ?? '' });
  const { received, add, clear } = useEvents();
  const { show, openWindow } = useModule(props, { sample, values, add });
  const change = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const makeRequest = async () => {
    const binderId = values.binder_id || binders[0]?.[0];
    try {
      if (!binderId) throw new Error(words.requestNeedsBinder);
      change('token', await makeSampleRequest(boot, await fetchToken(boot), binderId));
    } catch (error) {
      add('error', { error_message: (error as Error).message });
    }
  };
  return (
    <div class="play">
      <PlaygroundHead />
      <nav class="play-modules" aria-label={words.modules}>
        {SAMPLES.map((name) => (
          <button
            type="button"
            key={name}
            aria-pressed={name === sample}
            onClick={() => {
              setSample(name);
              clear();
            }}
          >
            {words.names[name]}
          </button>
        ))}
      </nav>
      <main class="play-main">
        <PreviewPanel {...{ boot, sample, values, change, openWindow }} />
        <div class="play-side">
          <Options
            sample={sample}
            values={values}
            binders={binders}
            change={change}
            apply={show}
            makeRequest={makeRequest}
          />
          <CodePanel boot={boot} sample={sample} values={values} />
        </div>
        <Events received={received} clear={clear} />
        <Doctor service={service} />
      </main>
    </div>
  );
}

function PlaygroundHead() {
  return (
    <header class="play-top">
      <p class="brand">
        <Icon name="mark" />
        {words.brand}
      </p>
      <div class="play-title">
        <h1>{words.title}</h1>
        <p class="muted small">{words.about}</p>
      </div>
      <a class="button compact" href="/docs/guides/chat-in-your-page">
        {words.guide}
      </a>
      <ThemeSwitch />
    </header>
  );
}

interface PanelProps {
  boot: PlaygroundBoot;
  sample: Sample;
  values: Values;
}

interface PreviewPanelProps extends PanelProps {
  change: (name: string, value: string) => void;
  openWindow: () => void;
}

function PreviewPanel({ boot, sample, values, change, openWindow }: PreviewPanelProps) {
  const [width, setWidth] = useState<keyof typeof words.widths>('wide');
  const isApproval = sample === 'transaction';
  const isEmpty = isApproval && !values.token;
  return (
    <section class="panel play-preview" aria-labelledby="preview">
      <div class="play-head">
        <div>
          <h2 id="preview">{words.previewOf(words.names[sample])}</h2>
          <p class="muted small">{words.hints[sample]}</p>
        </div>
        <div class="play-tools">
          <SegmentedControl legend={words.width} names={words.widths} chosen={width} choose={setWidth} />
          <SegmentedControl
            legend={words.scheme}
            names={words.schemes}
            chosen={(values.scheme ?? 'auto') as keyof typeof words.schemes}
            choose={(name) => change('scheme', name)}
          />
          {!isApproval && (
            <button type="button" class="button compact" onClick={openWindow}>
              {words.window}
            </button>
          )}
        </div>
      </div>
      <div class="play-stage">
        {isEmpty && <p class="muted play-empty">{words.noRequest}</p>}
        <div id={MODULE_ID} data-width={width} hidden={isEmpty} />
      </div>
      <p class="muted small">{words.signedIn(boot.user.name, boot.client_name)}</p>
    </section>
  );
}

function CodePanel({ boot, sample, values }: PanelProps) {
  const [kind, setKind] = useState<CodeKind>('script');
  const tabs = (Object.entries(words.tabs) as [CodeKind, string][]).filter(([name]) => hasCode(name, sample));
  const selected = tabs.some(([name]) => name === kind) ? kind : 'script';
  const { environment: mode, client_id: clientId } = boot;
  const code = codeOf(selected, { sample, values, origin: location.origin, clientId, mode });
  return (
    <section class="panel play-code" aria-labelledby="code">
      <div class="play-head">
        <h2 id="code">{words.code}</h2>
        <CopyButton label={words.code} value={code} />
      </div>
      <Tabs label={words.code} tabs={tabs} selected={selected} select={setKind}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable with the keyboard. */}
        <section class="code" tabIndex={0} aria-label={words.tabs[selected]}>
          <pre>{code}</pre>
        </section>
      </Tabs>
    </section>
  );
}

function Events({ received, clear }: { received: readonly ReceivedEvent[]; clear: () => void }) {
  return (
    <section class="panel play-events" aria-labelledby="events">
      <div class="play-head">
        <h2 id="events">{words.events}</h2>
        {received.length > 0 && (
          <button type="button" class="button compact quiet" onClick={clear}>
            {words.clear}
          </button>
        )}
      </div>
      {received.length === 0 && <p class="muted small">{words.noEvents}</p>}
      <div role="log" aria-label={words.events}>
        {received.map(({ at, name, detail }) => (
          <p key={`${at.getTime()} ${name}`}>
            <time class="muted small">{at.toLocaleTimeString()}</time> <code class="play-event">{name}</code>
            <code class="muted">{JSON.stringify(detail)}</code>
          </p>
        ))}
      </div>
    </section>
  );
}
