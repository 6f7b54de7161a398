import { ServiceError } from '../errors.ts';
import { base64url, randomId } from '../random.ts';
import type { Settings } from '../settings.ts';

/** A module that the window shows once somebody is signed in, and the code by which it takes its session. */
export interface NextModule {
  module: string;
  widget: string;
  code: string;
}

interface AttemptParts {
  settings: Settings;
  /** Blank, and of this page still. */
  opened: Window;
  nextModule: NextModule | undefined;
  onToken(token: string): void;
  /** Told of a window that was closed as well; a token may come all the same where browsers call a window closed that is not. */
  onError(error: ServiceError): void;
}

/** One window in which somebody signs in. */
export interface SignInAttempt {
  /** Brings the window to the front. Gives false when it is none any more. */
  focus(): boolean;
  readonly isOpen: boolean;
  /** Waits no longer, and closes the window. */
  end(): void;
}

const PAUSE_MS = 2_000;
/** Between two long polls, so that a server that is about to stop is not asked without end. */
const GAP_MS = 250;
/** As long as the server waits for a person. */
const PATIENCE_MS = 15 * 60 * 1000;

type Answer = { access_token?: string; error_code?: string; error_message?: string };

/**
 * Leads a window to the server, and waits there for the token. The window gets the hash of a secret, and the token is given for the
 * secret, once: so whoever sees its address, or is told by its page, has nothing of it.
 */
export function startAttempt({
  settings,
  opened,
  nextModule,
  onToken,
  onError,
}: AttemptParts): SignInAttempt {
  const { origin, root, base, clientId, provider } = settings;
  const verifier = randomId();
  const ending = new AbortController();
  const { signal } = ending;
  const until = Date.now() + PATIENCE_MS;
  let isOpen = true;

  function fail(error: ServiceError): void {
    if (signal.aborted) return;
    isOpen = false;
    stopWatching();
    ending.abort();
    onError(error);
  }

  const stopWatching = watchClosing(opened, () => {
    isOpen = false;
    onError(new ServiceError('sign-in closed', 'the window was closed before anybody was signed in'));
  });

  async function begin(): Promise<void> {
    const challenge = await hashOf(verifier);
    if (signal.aborted) return;
    const fields = { client_id: clientId, challenge, ...provider, ...nextModule };
    postInto(opened, `${origin}${root}/embed/sign-in`, fields, () => {
      opened.close();
      const message = `the Content-Security-Policy of this page does not let a window go on to ${origin}: add that to form-action`;
      fail(new ServiceError('sign-in blocked', message));
    });
    while (!signal.aborted && Date.now() < until) {
      const answer = await take();
      if (signal.aborted) return;
      if (answer?.access_token) {
        stopWatching();
        ending.abort();
        return onToken(answer.access_token);
      }
      if (answer?.error_code) return fail(new ServiceError(answer.error_code, answer.error_message ?? ''));
      await new Promise((resolve) => setTimeout(resolve, GAP_MS));
    }
    opened.close();
    fail(new ServiceError('sign-in expired', 'nobody was signed in within fifteen minutes'));
  }

  /** Asks once; undefined where the server did not answer. */
  async function take(): Promise<Answer | undefined> {
    const response = await fetch(`${origin}${base}/embed/sign-ins/take`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ client_id: clientId, verifier }),
      signal,
    }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    if (response?.ok && answer) return answer.data;
    // The window says the same, to who builds the page.
    if (response?.status === 403 || response?.status === 404) {
      const code = response.status === 403 ? 'origin not registered' : 'invalid client_id';
      return { error_code: code, error_message: answer?.message ?? response.statusText };
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return undefined;
  }

  begin().catch((error: Error) => fail(new ServiceError('sign-in failed', error.message)));
  return {
    get isOpen() {
      return isOpen;
    },
    focus() {
      if (isOpen && !opened.closed) opened.focus();
      return isOpen && !opened.closed;
    },
    end() {
      stopWatching();
      ending.abort();
      opened.close();
    },
  };
}

/** SHA-256, base64url. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64url(new Uint8Array(digest));
}

const LOOK_MS = 500;
/** A window that has done its work closes by itself, and its answer is on its way. */
const GRACE_MS = 1_500;

/**
 * Calls once a window is closed, as far as that can be seen: one that is cut off by Cross-Origin-Opener-Policy, of this page
 * or of the provider, seems to be closed as well. It has the focus, though; so it counts when that is back in this page.
 * @returns ends it
 */
function watchClosing(opened: Window, closed: () => void): () => void {
  let timer = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(timer);
    if (document.hasFocus()) wait();
    else addEventListener('focus', wait, { once: true });
  }, LOOK_MS);
  function wait(): void {
    timer = setTimeout(closed, GRACE_MS);
  }
  return () => {
    clearTimeout(timer);
    clearInterval(timer);
    removeEventListener('focus', wait);
  };
}

/**
 * Sends a form from a blank window of this page, so that the browser tells the server of whose page it is; an address would
 * bring whoever follows it. What it sends is in no address and no log.
 * @param refused called when the page's Content-Security-Policy, which the window has as well, does not let it
 */
function postInto(
  opened: Window,
  address: string,
  fields: Readonly<Record<string, string>>,
  refused: () => void,
): void {
  const { document: blank } = opened;
  // Without an origin, as pages with `Referrer-Policy: no-referrer` send it, nobody could tell.
  const referrer = blank.createElement('meta');
  referrer.name = 'referrer';
  referrer.content = 'origin';
  blank.head.append(referrer);
  const form = blank.createElement('form');
  form.method = 'post';
  form.action = address;
  for (const [name, value] of Object.entries(fields)) {
    const field = blank.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  blank.body.append(form);
  blank.addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition }) => {
    if (effectiveDirective === 'form-action' && disposition === 'enforce') refused();
  });
  form.submit();
}
