import type { ServiceError } from './errors.ts';
import { featuresOf } from './popup.ts';
import type { Settings } from './settings.ts';
import type { SignIn } from './sign-in/sign-in.ts';

/** Gets what signs people in: it is too large for the loader, and few pages need it. */
export type LoadSignIn = () => Promise<typeof import('./sign-in/sign-in.ts')>;

/** What the loader has of it. */
export interface SignInLoader {
  /** Opens a blank window, within a click, unless one is open; null when it is, or that is blocked. */
  open(): Window | null;
  /** Does something with it once it is loaded. */
  use(work: (signIn: SignIn) => void, fail?: (error: ServiceError) => void): void;
  /** Takes the button out of an element. */
  forget(tag: Element): void;
}

const WIDTH = 480;
const HEIGHT = 680;

/** Loads it at once, so that it is there within a click. */
export function createSignInLoader(
  load: LoadSignIn,
  parts: { settings(): Settings; onToken(token: string): void },
): SignInLoader {
  let last: Window | null = null;
  const open = () => {
    if (last && !last.closed) return null;
    last = window.open('', '_blank', featuresOf(WIDTH, HEIGHT));
    return last;
  };
  const loaded = load().then(({ createSignIn }) => createSignIn({ ...parts, open }));
  loaded.catch(() => undefined);
  const use: SignInLoader['use'] = (work, fail) => {
    loaded.then(work, fail);
  };
  return { open, use, forget: (tag) => use((signIn) => signIn.forget(tag)) };
}
