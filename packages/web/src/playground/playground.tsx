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
import { DEFAULTS, EVENTS, optionsOf, SAMPLES, type Sample, themeOf, type Values } from './samples.ts';
import { type Choice, fetchToken, type LoadedService } from './sdk.ts';

const TAG = 'module';
/** More would make the page slow, and nobody reads them. */
const MAX_EVENTS = 50;

interface Told {
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

export function Playground({ boot, service, token, binders }: PlaygroundProps) {
  const [sample, setSample] = useState<Sample>('chat');
  const [values, setValues] = useState<Values>({ ...DEFAULTS, binder_id: binders[0]?.[0] ?? '' });
  const [width, setWidth] = useState<keyof typeof words.widths>('wide');
  const [kind, setKind] = useState<CodeKind>('script');
  const [told, setTold] = useState<readonly Told[]>([]);
  const mode = boot.environment;
  const scheme = (values.scheme ?? 'auto') as keyof typeof words.schemes;
  const change = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const asked = () => ({ ...optionsOf(sample, values), theme: themeOf(values) });

  const tell = (name: string) => (detail: unknown) =>
    setTold((before) => [{ at: new Date(), name, detail }, ...before].slice(0, MAX_EVENTS));
  const heard = () => Object.fromEntries([...EVENTS[sample], 'error'].map((name) => [name, tell(name)]));
  const ignore = () => undefined;
  const isLink = sample === 'transaction';
  const shown = useRef<{ close(): void }>(null);
  const show = () => {
    // Clip is taken away by its handle alone.
    if (isLink && !values.token) return shown.current?.close();
    const link = isLink ? { token: values.token } : {};
    void service[sample]({
      iframe: true,
      tagid4iframe: TAG,
      ...asked(),
      ...link,
      ...heard(),
    }).then((handle) => {
      shown.current = handle;
    }, ignore);
  };
  const makeRequest = async () => {
    const binderId = values.binder_id || binders[0]?.[0];
    try {
      if (!binderId) throw new Error(words.requestNeedsBinder);
      change('token', await makeSampleRequest(boot, await fetchToken(boot), binderId));
    } catch (error) {
      tell('error')({ error_message: (error as Error).message });
    }
  };
  const openWindow = () => void service[sample]({ ...asked(), ...heard() }).catch(ignore);

  useEffect(() => {
    service.init({
      mode,
      client_id: boot.client_id,
      access_token: token,
      sdk_version: 4,
      invalid_token: () => fetchToken(boot),
    });
  }, []);
  useEffect(show, [sample, scheme, isLink && values.token]);

  const tabs = (Object.entries(words.tabs) as [CodeKind, string][]).filter(([name]) => hasCode(name, sample));
  const shownKind = tabs.some(([name]) => name === kind) ? kind : 'script';
  const code = codeOf(shownKind, { sample, values, origin: location.origin, clientId: boot.client_id, mode });
  return (
    <div class="play">
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
      <nav class="play-modules" aria-label={words.modules}>
        {SAMPLES.map((name) => (
          <button
            type="button"
            key={name}
            aria-pressed={name === sample}
            onClick={() => {
              setSample(name);
              setTold([]);
            }}
          >
            {words.names[name]}
          </button>
        ))}
      </nav>
      <main class="play-main">
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
                chosen={scheme}
                choose={(name) => change('scheme', name)}
              />
              {!isLink && (
                <button type="button" class="button compact" onClick={openWindow}>
                  {words.window}
                </button>
              )}
            </div>
          </div>
          <div class="play-stage">
            {isLink && !values.token && <p class="muted play-empty">{words.noRequest}</p>}
            <div id={TAG} data-width={width} hidden={isLink && !values.token} />
          </div>
          <p class="muted small">{words.signedIn(boot.user.name, boot.client_name)}</p>
        </section>
        <div class="play-side">
          <Options
            sample={sample}
            values={values}
            binders={binders}
            change={change}
            apply={show}
            makeRequest={makeRequest}
          />
          <section class="panel play-code" aria-labelledby="code">
            <div class="play-head">
              <h2 id="code">{words.code}</h2>
              <CopyButton label={words.code} value={code} />
            </div>
            <Tabs label={words.code} tabs={tabs} selected={shownKind} select={setKind}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it. */}
              <section class="code" tabIndex={0} aria-label={words.tabs[shownKind]}>
                <pre>{code}</pre>
              </section>
            </Tabs>
          </section>
        </div>
        <Events told={told} clear={() => setTold([])} />
        <Doctor service={service} />
      </main>
    </div>
  );
}

function Events({ told, clear }: { told: readonly Told[]; clear: () => void }) {
  return (
    <section class="panel play-events" aria-labelledby="events">
      <div class="play-head">
        <h2 id="events">{words.events}</h2>
        {told.length > 0 && (
          <button type="button" class="button compact quiet" onClick={clear}>
            {words.clear}
          </button>
        )}
      </div>
      {told.length === 0 && <p class="muted small">{words.noEvents}</p>}
      <div role="log" aria-label={words.events}>
        {told.map(({ at, name, detail }) => (
          <p key={`${at.getTime()} ${name}`}>
            <time class="muted small">{at.toLocaleTimeString()}</time> <code class="play-event">{name}</code>
            <code class="muted">{JSON.stringify(detail)}</code>
          </p>
        ))}
      </div>
    </section>
  );
}
