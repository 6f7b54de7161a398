import type { ServiceError } from './errors.ts';
import { featuresOf } from './popup.ts';
import type { Settings } from './settings.ts';
import type { SignIn } from './sign-in/sign-in.ts';

export type LoadSignIn = () => Promise<typeof import('./sign-in/sign-in.ts')>;

export interface SignInLoader {
  /** Call it during a click. Returns null if the window is blocked or already open. */
  open(): Window | null;
  use(work: (signIn: SignIn) => void, fail?: (error: ServiceError) => void): void;
  forget(tag: Element): void;
}

const WIDTH = 480;
const HEIGHT = 680;

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
