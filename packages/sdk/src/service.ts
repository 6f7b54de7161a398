import { openBehindSignIn } from './behind-sign-in.ts';
import { callDoctor, doctorFrom, type LoadDoctor } from './doctor.ts';
import { defineElements } from './elements.ts';
import { isFunction, report, ServiceError } from './errors.ts';
import { openFrame } from './frame.ts';
import { flag } from './loose.ts';
import { meetCalls } from './meet-calls.ts';
import { type ShowingCall, type Shown, shownBy } from './modules.ts';
import { elementOf, tagOf } from './place.ts';
import { openPopup, type PreparedWindow } from './popup.ts';
import { readSettings, type Settings } from './settings.ts';
import { requestToken } from './setup.ts';
import { createSignInLoader, type LoadSignIn, type SignInLoader, signInFrom } from './sign-in.ts';
import { withStepToken } from './step-token.ts';
import { isBrowserSupported } from './supported.ts';
import type {
  CallOptions,
  CallResult,
  Handle,
  InitOptions,
  Service,
  ServiceCall,
  SetupOptions,
} from './types.ts';
import { createWidget, type Widget, type WidgetParts } from './widget.ts';

/** Where a script came from, and what its tag says. */
export interface ScriptTag {
  /** Its address; undefined for a package that was installed. */
  src?: string | undefined;
  clientId?: string | undefined;
  /** For a package that was installed: it has it beside itself. */
  loadDoctor?: LoadDoctor | undefined;
  loadSignIn?: LoadSignIn | undefined;
}

/** Makes what a page calls. Nothing happens before `init`. */
export function createService({ src, clientId, loadDoctor, loadSignIn }: ScriptTag = {}): Service {
  const begun = new Set<() => void>();
  let settings: Settings | undefined;
  let isWarned = false;
  const widgets = new Set<Widget>();
  let signInLoader: SignInLoader | undefined;
  /** The token by which a provider has signed somebody in: another `init` does not lose it. */
  let signedIn: string | undefined;

  function begin(options: InitOptions): Settings {
    const next = readSettings(options, src, clientId);
    if (next.provider && next.clientId === settings?.clientId) next.accessToken ??= signedIn;
    settings = next;
    if (next.provider)
      signInLoader ??= createSignInLoader(loadSignIn ?? signInFrom(src ?? `${next.origin}/sdk/`), {
        settings: known,
        onToken(token) {
          signedIn = token;
          known().accessToken = token;
          share(token);
        },
      });
    if ('client_secret' in options)
      console.warn('Service: a client_secret in a page is everybody’s. Get tokens from your server.');
    if (next.version === 2 && !isWarned) {
      isWarned = true;
      console.warn('Service: sdk_version 2 is to be deprecated. Pass sdk_version: 4 to init.');
    }
    return next;
  }

  function init(options: InitOptions, done?: () => void): void {
    attempt([options?.error], () => {
      const { accessToken } = begin(options);
      if (accessToken !== undefined) share(accessToken);
      for (const listener of [...begun]) listener();
      if (isFunction(done)) done();
    });
  }

  /** Gives a token to those modules that go by that of `init`, and to those that wait for one. */
  function share(token: string): void {
    for (const widget of [...widgets]) if (widget.isShared || widget.isWaiting) widget.giveToken(token);
  }

  function setup(options: SetupOptions, done?: () => void): void {
    attempt([options?.error], () => {
      const next = begin(options);
      requestToken(next, options).then(
        (answer) => {
          next.accessToken = answer.access_token;
          if (settings !== next) return;
          share(answer.access_token);
          for (const listener of [...begun]) listener();
          options.get_accesstoken?.(answer);
          if (isFunction(done)) done();
        },
        (error: ServiceError) => report(error, [options.error], true),
      );
    });
  }

  /** Tells of what is thrown: by the first handler that there is, or else by throwing it on. */
  function attempt(handlers: readonly unknown[], work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      report(error, handlers.filter(isFunction).slice(0, 1));
    }
  }

  function known(): Settings {
    if (!settings) throw new ServiceError('not initialised', 'call Service.init before anything else');
    return settings;
  }

  /** Runs a call, and gives what its version of the SDK gives. */
  function answer(options: CallOptions, work: () => Widget): CallResult {
    const isLatest = settings?.version === 4;
    try {
      const { handle } = work();
      return isLatest ? Promise.resolve(handle) : undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const handlers = [options.error, settings?.options.error].filter(isFunction).slice(0, 1);
      if (!isLatest || handlers.length > 0) report(error, handlers);
      return isLatest ? Promise.reject<Handle>(error) : undefined;
    }
  }

  /** Shows a module, in place of what was shown there. Throws ServiceError. */
  function open(call: ShowingCall, asked: CallOptions, onEvent?: WidgetParts['onEvent']): Widget {
    const current = known();
    const shown: Shown = shownBy[call];
    // Which release of Meet: others open meets, too.
    const { plugin_version } = current.options;
    const given = { ...(plugin_version ? { plugin_version } : {}), ...asked };
    const options = call === 'transaction' ? withStepToken(given) : given;
    const meet = shown.module === 'meet' && meetWidget();
    // A second meet while one is open is none.
    if (meet) return meet;
    const tag = flag(options.iframe, false) ? elementOf(tagOf(options)) : undefined;
    const before = [...widgets].find((each) =>
      tag === undefined ? each.tag === undefined && each.shown.module === shown.module : each.tag === tag,
    );
    const isAsked =
      signInLoader && current.provider && !shown.isOpen && !(options.access_token || current.accessToken)
        ? signInLoader
        : undefined;
    // Who is to be signed in in a window sees no module of before in another one.
    before?.end(!isAsked);
    const widget = createWidget({
      ...{ call, shown, settings: current, tag, onEvent, renew },
      open(parts) {
        const show = (prepared?: PreparedWindow) =>
          tag ? openFrame(tag, parts) : openPopup(parts, prepared);
        return isAsked ? openBehindSignIn(parts, tag, isAsked, show) : show();
      },
      onToken: ({ tag }) => tag && signInLoader?.forget(tag),
      onEnd(widget) {
        widgets.delete(widget);
        if (widget.tag) signInLoader?.forget(widget.tag);
      },
      options: { ...options },
    });
    widgets.add(widget);
    return widget;
  }

  const show =
    (call: ShowingCall): ServiceCall =>
    (options = {}) =>
      answer(options, () => open(call, options));

  /** Asks the page for the next token of a session, once. */
  function renew(widget: Widget): void {
    const { session_id } = widget.handle;
    const ask = settings?.options.invalid_token;
    if (!isFunction(ask)) {
      const message = 'the access token has ended: pass invalid_token to init, and hand back another one';
      if (settings?.provider) askToSignIn(widget);
      else
        report(
          new ServiceError('invalid_token', message),
          [settings?.options.error].filter(isFunction),
          true,
        );
      return;
    }
    Promise.resolve()
      .then(() => ask({ session_id }))
      .then((answer: unknown) => {
        const given = answer as { access_token?: unknown } | null | undefined;
        const token = typeof answer === 'string' ? answer : given?.access_token;
        if (typeof token === 'string' && token !== '') widget.giveToken(token);
        else if (widget.isWaiting && settings?.provider) askToSignIn(widget);
      })
      .catch((error: unknown) => {
        setTimeout(() => {
          throw error;
        });
      });
  }

  function forgetToken(): void {
    signedIn = undefined;
    if (settings) settings.accessToken = undefined;
  }

  /** Nobody hands back a token: it is for whoever looks at the page to sign in again, by a click. */
  function askToSignIn(widget: Widget): void {
    if (widget.isShared) forgetToken();
    const { tag, call, fail } = widget;
    if (tag) signInLoader?.use((signIn) => widget.isWaiting && signIn.ask(tag, { fail }), fail);
    else
      fail(
        new ServiceError('sign-in needed', `the access token has ended: call ${call} again, within a click`),
      );
  }

  const meetWidget = () => [...widgets].find((each) => each.shown.module === 'meet');

  const meets = meetCalls({ meetWidget, open: (call, options) => show(call)(options) });

  defineElements({
    open,
    isBegun: () => settings !== undefined,
    onBegin(listener) {
      begun.add(listener);
      return () => void begun.delete(listener);
    },
  });
  return {
    init,
    setup,
    chat: show('chat'),
    chatView: show('chatView'),
    pageView: show('pageView'),
    todoView: show('todoView'),
    meetView: show('meetView'),
    timeline: show('timeline'),
    timelineView: show('timelineView'),
    meet: Object.assign(show('meet'), meets.ofMeet),
    joinMeet: show('joinMeet'),
    endMeet: meets.act('end'),
    leaveMeet: meets.act('leave'),
    note: show('note'),
    clip: show('clip'),
    annotate: show('annotate'),
    draw: show('draw'),
    transaction: show('transaction'),
    postMessage(tag, binderId, sessionId, text) {
      attempt([settings?.options.error], () => {
        const element = tag && elementOf(tag);
        const widget = [...widgets].find((each) =>
          element ? each.tag === element : each.handle.session_id === sessionId,
        );
        if (!widget)
          throw new ServiceError(
            'invalid session_id',
            'there is no module in that element, or of that session',
          );
        widget.post(String(binderId), String(text));
      });
    },
    removeWidget(tag) {
      const element = typeof tag === 'string' ? document.getElementById(tag) : tag;
      for (const widget of [...widgets])
        if (element && widget.tag === element && !widget.shown.isKept) widget.end();
    },
    logout() {
      for (const widget of [...widgets]) widget.end();
      forgetToken();
      signInLoader?.use((signIn) => signIn.leave());
    },
    isBrowserSupported,
    doctor: () =>
      callDoctor(loadDoctor ?? (src ? doctorFrom(src) : undefined), settings, isBrowserSupported()),
  };
}
