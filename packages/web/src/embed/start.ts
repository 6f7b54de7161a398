import { effect } from '@preact/signals';
import { errorOf, memoryStorage, type Realtime, realtime } from '@ringbinder/client';
import type { OwnTexts } from '@ringbinder/protocol/client-texts.ts';
import type { HostMessage, ModuleMessage } from '@ringbinder/protocol/embed.ts';
import type { AppBoot, EmbedBoot } from '../boot.ts';
import { moduleErrors } from '../strings/en/module-errors.ts';
import { setLanguage, textsReady } from '../strings/language.ts';
import { languages, supportedLanguage } from '../strings/supported-language.ts';
import { applyAppearance } from './appearance.ts';
import { fetchIdentity } from './identity.ts';
import type { EmbedModuleStart, EmbedParts } from './module.ts';
import { word } from './options.ts';
import { applyOwnTexts } from './own-texts.ts';
import { openPageLink } from './page-link.ts';
import { clearProblem, showProblem } from './problem.ts';
import type { PageLink } from './server-link.ts';
import { createSession, type EmbedSession } from './session.ts';

export type LoadModule = () => Promise<{ begin: EmbedModuleStart }>;

export async function start(boot: EmbedBoot, element: HTMLElement, load: LoadModule): Promise<void> {
  let begun: ReturnType<typeof createSession> | undefined;
  let link: PageLink | undefined;
  let limit: StartLimit | undefined;
  const early: HostMessage[] = [];
  const onMessage = (frame: HostMessage) => {
    if (frame.type === 'token') limit?.begin();
    if (begun) begun.receive(frame);
    else if (!link) early.push(frame);
    else if (frame.type === 'session') {
      limit = startLimit(link.send);
      begun = createSession(boot, frame, limit.send);
      const { session } = begun;
      effect(() => applyAppearance(session.options.value));
      void run(session, element, load, limit);
    }
  };
  try {
    link = await openPageLink(boot, onMessage);
    for (const frame of early) onMessage(frame);
  } catch {
    showProblem('session');
  }
}

async function run(
  session: EmbedSession,
  element: HTMLElement,
  load: LoadModule,
  limit: StartLimit,
): Promise<void> {
  const { boot, client } = session;
  try {
    if (boot.module === 'meet' && session.isGuest)
      return await (await loadIn(requestedLanguage(session) ?? navigator.language, load)).begin({
        session,
        element,
      } as EmbedParts);
    const channel = realtime(client, { storage: memoryStorage() });
    limit.channel = channel;
    const { user: identity, texts } = await readIdentity(session);
    applyOwnTexts(texts);
    const user = { ...identity, language: requestedLanguage(session) ?? identity.language };
    session.userId = user.id;
    // Components read the profile's time zone and language while loading.
    element.dataset.boot = JSON.stringify({ ...boot, user });
    const { begin } = await loadIn(user.language, load);
    channel.onState((state) => {
      if (state.status === 'signed_out') session.fail(401, state.message);
    });
    await begin({ session, element, channel, user });
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    session.fail(status ?? 'failed', message);
    showProblem(status === 403 ? 'client' : 'failed', message);
  }
}

async function loadIn(language: string, load: LoadModule): ReturnType<LoadModule> {
  const [module] = await Promise.all([load(), setLanguage(supportedLanguage(language) ?? 'en')]);
  await textsReady();
  return module;
}

function requestedLanguage({ options }: EmbedSession): string | undefined {
  const requested = word(options.peek(), 'language');
  const supported = requested === undefined ? undefined : supportedLanguage(requested);
  if (requested !== undefined && supported === undefined)
    console.warn(moduleErrors.noLanguage(requested, languages.join(', ')));
  // Keep the region, such as the `AT` of `de-AT`, for dates and numbers.
  return supported && requested;
}

async function readIdentity({ boot, client }: EmbedSession): Promise<Identity> {
  const response = await fetchIdentity(boot, await client.token(), client.fetch);
  const body = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, body);
  return body.data;
}

interface Identity {
  user: AppBoot['user'];
  texts: OwnTexts;
}

/** Shorter than the host page's timeout, so that the module can report the reason. */
const LIMIT_MS = 8_000;

interface StartLimit {
  send(frame: ModuleMessage): void;
  begin(): void;
  channel: Realtime | undefined;
}

function startLimit(send: (frame: ModuleMessage) => void): StartLimit {
  let isSettled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit: StartLimit = {
    channel: undefined,
    send(frame) {
      if (frame.type === 'shown') clearProblem();
      if (frame.type === 'shown' || frame.type === 'error') isSettled = true;
      // Do not time out while the host page replaces the token.
      if (isSettled || frame.type === 'invalid_token') clearTimeout(timer);
      send(frame);
    },
    begin() {
      clearTimeout(timer);
      if (!isSettled) timer = setTimeout(over, LIMIT_MS);
    },
  };
  function over(): void {
    const isOffline = limit.channel && limit.channel.state.status !== 'online';
    const error_message = isOffline ? moduleErrors.noConnection : moduleErrors.noAnswer;
    limit.send({ type: 'error', error_code: isOffline ? 'unreachable' : 'timeout', error_message });
    showProblem('failed', error_message);
  }
  limit.begin();
  return limit;
}
