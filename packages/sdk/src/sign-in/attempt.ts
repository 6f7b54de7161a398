import { ServiceError } from '../errors.ts';
import { base64url, randomId } from '../random.ts';
import type { Settings } from '../settings.ts';

export interface NextModule {
  module: string;
  widget: string;
  code: string;
}

interface AttemptParts {
  settings: Settings;
  opened: Window;
  nextModule: NextModule | undefined;
  onToken(token: string): void;
  /** A token may still arrive, because some browsers report an open window as closed. */
  onError(error: ServiceError): void;
}

export interface SignInAttempt {
  focus(): boolean;
  readonly isOpen: boolean;
  end(): void;
}

const PAUSE_MS = 2_000;
/** Minimum pause between requests, so that clients do not flood a stopping server. */
const GAP_MS = 250;
/** Equals the server's time limit. */
const TIMEOUT_MS = 15 * 60 * 1000;

type Answer = { access_token?: string; error_code?: string; error_message?: string };

/** The window receives only the hash of a secret. The server issues the token to the holder of the secret. */
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
  const until = Date.now() + TIMEOUT_MS;
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
    onError(new ServiceError('sign-in closed', 'the window was closed before the sign-in was complete'));
  });

  async function begin(): Promise<void> {
    const challenge = await hashOf(verifier);
    if (signal.aborted) return;
    const fields = { client_id: clientId, challenge, ...provider, ...nextModule };
    postInto(opened, `${origin}${root}/embed/sign-in`, fields, () => {
      opened.close();
      const message = `the Content-Security-Policy of this page does not allow a window to open ${origin}: add it to form-action`;
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
    fail(new ServiceError('sign-in expired', 'the sign-in was not completed within fifteen minutes'));
  }

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

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64url(new Uint8Array(digest));
}

const LOOK_MS = 500;
const GRACE_MS = 1_500;

/**
 * A window that Cross-Origin-Opener-Policy separates always appears closed, so it counts as closed only after
 * this page regains the focus.
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

/** A form sends the page's origin to the server, and keeps its data out of addresses and logs. */
function postInto(
  opened: Window,
  address: string,
  fields: Readonly<Record<string, string>>,
  refused: () => void,
): void {
  const { document: blank } = opened;
  // A page's `no-referrer` would hide the origin.
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
