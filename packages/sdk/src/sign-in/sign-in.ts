import { ServiceError } from '../errors.ts';
import { size } from '../loose.ts';
import type { Settings } from '../settings.ts';
import type { TransportParts } from '../widget-types.ts';
import { type NextModule, type SignInAttempt, startAttempt } from './attempt.ts';
import { type PanelSize, type SignInPanel, showPanel } from './panel.ts';

export { openRelay } from '../relay.ts';
export { requestToken } from './request-token.ts';

/** Signs in whoever looks at a page, with their identity provider, in a window. */
export interface SignIn {
  /** Stands where a module will be. @param began a window that is open already @param code by which that shows the module afterwards */
  stand(
    parts: TransportParts,
    tag: Element | undefined,
    began: Window | null,
    code: string | undefined,
  ): void;
  /** Asks for it in an element of the page, by a button. @param isBegun whether a window is open already */
  ask(tag: Element, options: AskOptions): void;
  /** Goes on in a window that the page has opened within a click. @param nextModule the module that the window shows afterwards */
  begin(opened: Window, nextModule?: NextModule, fail?: (error: ServiceError) => void): void;
  /** Takes the button out of an element. */
  forget(tag: Element): void;
  /** Ends what is under way, and the token that came of it. */
  leave(): void;
}

/** How it is asked for. */
export interface AskOptions {
  /** As large as what will stand there; as large as its words where that is there already. */
  size?: PanelSize | undefined;
  /** Whether a window is open already. */
  isBegun?: boolean | undefined;
  fail(error: ServiceError): void;
}

/** What it is made with. */
export interface SignInParts {
  settings(): Settings;
  /** Opens a blank window within a click; gives null when that is blocked. */
  open(): Window | null;
  onToken(token: string): void;
}

/** Makes it. One window is open at a time, for all modules of the page. */
export function createSignIn({ settings, open, onToken }: SignInParts): SignIn {
  const panels = new Map<Element, { panel: SignInPanel; fail(error: ServiceError): void }>();
  let attempt: SignInAttempt | undefined;
  let given: string | undefined;

  function press(): void {
    if (attempt?.focus()) return;
    const opened = open();
    if (opened) signIn.begin(opened);
    else
      tell(
        new ServiceError(
          'popup blocked',
          'the browser did not let the window open in which people sign in: allow windows for this page',
        ),
      );
  }

  function tell(error: ServiceError, fail?: (error: ServiceError) => void): void {
    for (const { panel, fail: failPanel } of panels.values()) {
      panel.say(error.error_message);
      failPanel(error);
    }
    fail?.(error);
  }

  const signIn: SignIn = {
    stand({ id, shown, options, fail }, tag, began, code) {
      if (began && code) return signIn.begin(began, { module: shown.module, widget: id, code }, fail);
      const height = options.iframeheight === 'auto' ? '' : options.iframeheight;
      if (tag)
        signIn.ask(tag, {
          size: { width: size(options.iframewidth, shown.width), height: size(height, shown.height) },
          isBegun: began !== null,
          fail,
        });
      if (began) signIn.begin(began);
    },
    ask(tag, { size, isBegun = false, fail }) {
      signIn.forget(tag);
      const panel = showPanel(tag, size, press);
      panels.set(tag, { panel, fail });
      if (isBegun || attempt?.isOpen) panel.wait();
    },
    begin(opened, nextModule, fail) {
      attempt?.end();
      for (const { panel } of panels.values()) panel.wait();
      const mine = startAttempt({
        settings: settings(),
        opened,
        nextModule,
        onToken(token) {
          if (attempt === mine) attempt = undefined;
          given = token;
          onToken(token);
        },
        onError(error) {
          if (attempt === mine) tell(error, fail);
        },
      });
      attempt = mine;
    },
    forget(tag) {
      panels.get(tag)?.panel.remove();
      panels.delete(tag);
    },
    leave() {
      attempt?.end();
      attempt = undefined;
      for (const tag of [...panels.keys()]) signIn.forget(tag);
      const { origin, base } = settings();
      if (given !== undefined)
        void fetch(`${origin}${base}/oauth/revoke`, {
          method: 'POST',
          body: new URLSearchParams({ access_token: given }),
          credentials: 'omit',
          keepalive: true,
        })
          .then((answer) => answer.text())
          .catch(() => undefined);
      given = undefined;
    },
  };
  return signIn;
}
