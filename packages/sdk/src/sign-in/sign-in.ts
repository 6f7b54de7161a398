import { ServiceError } from '../errors.ts';
import { size } from '../legacy-options.ts';
import type { Settings } from '../settings.ts';
import type { TransportParts } from '../widget-types.ts';
import { type NextModule, type SignInAttempt, startAttempt } from './attempt.ts';
import { type PanelSize, type SignInPanel, showPanel } from './panel.ts';

export { openRelay } from '../relay.ts';
export { requestToken } from './request-token.ts';

export interface SignIn {
  /** @param code a one-time code, with which the window shows the module afterwards */
  gate(parts: TransportParts, tag: Element | undefined, began: Window | null, code: string | undefined): void;
  ask(tag: Element, options: PanelOptions): void;
  begin(opened: Window, nextModule?: NextModule, fail?: (error: ServiceError) => void): void;
  forget(tag: Element): void;
  leave(): void;
}

export interface PanelOptions {
  /** By default, the panel is as large as its text. */
  size?: PanelSize | undefined;
  isBegun?: boolean | undefined;
  fail(error: ServiceError): void;
}

export interface SignInParts {
  settings(): Settings;
  /** Call it during a click. Returns null if the window is blocked. */
  open(): Window | null;
  onToken(token: string): void;
}

export function createSignIn({ settings, open, onToken }: SignInParts): SignIn {
  const panels = new Map<Element, { panel: SignInPanel; fail(error: ServiceError): void }>();
  let attempt: SignInAttempt | undefined;
  let lastToken: string | undefined;

  function press(): void {
    if (attempt?.focus()) return;
    const opened = open();
    if (opened) signIn.begin(opened);
    else
      notify(
        new ServiceError(
          'popup blocked',
          'the browser blocked the sign-in window: allow windows for this page',
        ),
      );
  }

  function notify(error: ServiceError, fail?: (error: ServiceError) => void): void {
    for (const { panel, fail: failPanel } of panels.values()) {
      panel.say(error.error_message);
      failPanel(error);
    }
    fail?.(error);
  }

  const signIn: SignIn = {
    gate({ id, spec, options, fail }, tag, began, code) {
      if (began && code) return signIn.begin(began, { module: spec.module, widget: id, code }, fail);
      const height = options.iframeheight === 'auto' ? '' : options.iframeheight;
      if (tag)
        signIn.ask(tag, {
          size: { width: size(options.iframewidth, spec.width), height: size(height, spec.height) },
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
          lastToken = token;
          onToken(token);
        },
        onError(error) {
          if (attempt === mine) notify(error, fail);
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
      if (lastToken !== undefined)
        void fetch(`${origin}${base}/oauth/revoke`, {
          method: 'POST',
          body: new URLSearchParams({ access_token: lastToken }),
          credentials: 'omit',
          keepalive: true,
        })
          .then((answer) => answer.text())
          .catch(() => undefined);
      lastToken = undefined;
    },
  };
  return signIn;
}
