import { ServiceError } from '../errors.ts';
import { base64url, randomId } from '../random.ts';
import type { Settings } from '../settings.ts';
import { watchClosing } from './closing.ts';
import { postInto } from './post.ts';

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
