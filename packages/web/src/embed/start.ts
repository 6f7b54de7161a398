import { effect } from '@preact/signals';
import { errorOf, memoryStorage, type Realtime, realtime } from '@ringbinder/client';
import type { HostFrame, ModuleFrame } from '@ringbinder/protocol/embed.ts';
import type { AppBoot, EmbedBoot } from '../boot.ts';
import { embed as text } from '../strings/en/embed.ts';
import { applyLook } from './look.ts';
import type { EmbedModuleStart, EmbedParts } from './module.ts';
import { word } from './options.ts';
import { openPageLink } from './page-link.ts';
import { clearProblem, sayProblem } from './problem.ts';
import type { PageLink } from './server-link.ts';
import { createSession, type EmbedSession } from './session.ts';
import { askWho } from './who.ts';

export type LoadModule = () => Promise<{ begin: EmbedModuleStart }>;

/** Begins a module within a page of somebody else: it says that it is there, and is drawn once that page gives a session. */
export async function start(boot: EmbedBoot, element: HTMLElement, load: LoadModule): Promise<void> {
  let begun: ReturnType<typeof createSession> | undefined;
  let link: PageLink | undefined;
  const early: HostFrame[] = [];
  const hear = (frame: HostFrame) => {
    if (begun) begun.receive(frame);
    else if (!link) early.push(frame);
    else if (frame.type === 'session') {
      const limit = startLimit(link.tell);
      begun = createSession(boot, frame, limit.tell);
      const { session } = begun;
      effect(() => applyLook(session.options.value));
      void run(session, element, load, limit);
    }
  };
  try {
    link = await openPageLink(boot, hear);
    for (const frame of early) hear(frame);
  } catch {
    sayProblem('session');
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
    // Guests of a meet are nobody that is known here.
    if (boot.module === 'meet' && session.isGuest)
      return await (await load()).begin({ session, element } as EmbedParts);
    // It connects while it is asked who that is.
    const channel = realtime(client, { storage: memoryStorage() });
    limit.channel = channel;
    const known = await whoIs(session);
    const user = { ...known, language: word(session.options.peek(), 'language') ?? known.language };
    session.userId = user.id;
    // What is drawn reads the zone and the language of the profile when it is loaded.
    element.dataset.boot = JSON.stringify({ ...boot, user });
    const { begin } = await load();
    channel.onState((state) => {
      if (state.status === 'signed_out') session.fail(401, state.message);
    });
    await begin({ session, element, channel, user });
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    session.fail(status ?? 'failed', message);
    sayProblem(status === 403 ? 'client' : 'failed', message);
  }
}

/** Who uses the module. Throws RingbinderError, as for the token of another client. */
async function whoIs({ boot, client }: EmbedSession): Promise<AppBoot['user']> {
  const response = await askWho(boot, await client.token(), client.fetch);
  const body = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, body);
  return body.data.user;
}

/** Less than the page around waits: the module knows more of the reason. */
const LIMIT_MS = 8_000;

/** Watches a module until it is shown: it ends with that, or with an error that is told to the page and said here. */
interface StartLimit {
  /** Passes on what the module tells, and notes what comes of it. */
  tell(frame: ModuleFrame): void;
  /** What it connects by, once there is one. */
  channel: Realtime | undefined;
}

/** @param tell tells the page around */
function startLimit(tell: (frame: ModuleFrame) => void): StartLimit {
  let isSettled = false;
  let isWaiting = false;
  const limit: StartLimit = {
    channel: undefined,
    tell(frame) {
      if (frame.type === 'shown') clearProblem();
      if (frame.type === 'shown' || frame.type === 'error') isSettled = true;
      // The page has the reason then.
      if (frame.type === 'invalid_token') isWaiting = true;
      tell(frame);
    },
  };
  setTimeout(() => {
    if (isSettled || isWaiting) return;
    const isOffline = limit.channel && limit.channel.state.status !== 'online';
    const error_message = isOffline ? text.noConnection : text.noAnswer;
    limit.tell({ type: 'error', error_code: isOffline ? 'unreachable' : 'timeout', error_message });
    sayProblem('failed', error_message);
  }, LIMIT_MS);
  return limit;
}
