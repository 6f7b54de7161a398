import { elementOf, findElement } from './container.ts';
import { callDoctor, type LoadDoctor } from './doctor.ts';
import { defineElements } from './elements.ts';
import { isFunction, report, ServiceError } from './errors.ts';
import { openFrame } from './frame.ts';
import { flag } from './legacy-options.ts';
import { loadScript } from './load-script.ts';
import { meetCalls } from './meet-calls.ts';
import { type ModuleCall, type ModuleSpec, specs } from './modules.ts';
import { notice } from './notice.ts';
import { openPopup, type PreparedWindow } from './popup.ts';
import { createRenewal } from './renewal.ts';
import { readSettings, type Settings } from './settings.ts';
import { createSignInLoader, type LoadSignIn, type SignInLoader } from './sign-in.ts';
import { openSignInGate } from './sign-in-gate.ts';
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
import { createWidget } from './widget.ts';
import type { Widget, WidgetParts } from './widget-types.ts';

export interface ScriptTag {
  /** Undefined for the npm package. */
  src?: string | undefined;
  clientId?: string | undefined;
  mode?: string | undefined;
  loadDoctor?: (() => Promise<object>) | undefined;
  loadSignIn?: (() => Promise<object>) | undefined;
}

const isMeet = (call: ModuleCall) => call === 'meet' || call === 'joinMeet';
export function createService({ src, clientId, mode, loadDoctor, loadSignIn }: ScriptTag = {}): Service {
  const begun = new Set<() => void>();
  let settings: Settings | undefined;
  let isWarned = false;
  const widgets = new Set<Widget>();
  let signInLoader: SignInLoader | undefined;
  let removal: MutationObserver | undefined;
  let signedIn: string | undefined;

  function begin(options: InitOptions): Settings {
    const next = readSettings(options, src, clientId);
    if (next.provider && next.clientId === settings?.clientId) next.accessToken ??= signedIn;
    settings = next;
    if (next.provider)
      signInLoader ??= createSignInLoader(loadMore, {
        settings: currentSettings,
        onToken(token) {
          signedIn = token;
          currentSettings().accessToken = token;
          share(token);
        },
      });
    if ('client_secret' in options)
      console.warn('Service: a client_secret in a page is public. Get tokens from your server.');
    if (next.version === 2 && !isWarned) {
      isWarned = true;
      console.warn('Service: sdk_version 2 is deprecated: pass 4 to init');
    }
    return next;
  }

  const home = () => src ?? `${currentSettings().origin}/sdk/`;
  const loadMore = (loadSignIn ?? (() => loadScript(home(), 'sign-in'))) as LoadSignIn;
  const loadLook = (loadDoctor ?? (() => loadScript(home(), 'doctor'))) as LoadDoctor;

  function init(options: InitOptions, done?: () => void): void {
    attempt([options?.error], () => {
      announce(begin(options).accessToken, done);
    });
  }

  function announce(token: string | undefined, done: (() => void) | undefined): void {
    if (token !== undefined) share(token);
    for (const listener of [...begun]) listener();
    if (isFunction(done)) done();
  }

  function share(token: string): void {
    for (const widget of [...widgets]) if (widget.isShared || widget.start.isWaiting) widget.giveToken(token);
  }

  function setup(options: SetupOptions, done?: () => void): void {
    attempt([options?.error], () => {
      if (options?.signature !== undefined && options.client_secret === undefined)
        throw new ServiceError(
          'invalid_request',
          'signatures are not accepted: have your server get the token, and pass it to init',
        );
      const next = begin(options);
      loadMore()
        .then(({ requestToken }) => requestToken(next, options))
        .then(
          (answer) => {
            next.accessToken = answer.access_token;
            if (settings !== next) return;
            options.get_accesstoken?.(answer);
            announce(answer.access_token, done);
          },
          (error: ServiceError) => report(error, [options.error], true),
        );
    });
  }

  function attempt(handlers: readonly unknown[], work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      report(error, handlers);
    }
  }

  function currentSettings(): Settings {
    if (!settings && clientId) begin({ mode: mode ?? 'production' });
    if (!settings) throw new ServiceError('not initialised', 'call Service.init first');
    return settings;
  }

  function answer(options: CallOptions, work: () => Widget): CallResult {
    const isLatest = settings?.version === 4;
    try {
      const { handle } = work();
      return isLatest ? Promise.resolve(handle) : undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const tag = options.iframe && findElement(options.tagid4iframe);
      if (tag) notice(tag, error.message);
      report(error, [options.error, settings?.options.error, isLatest && (() => undefined)]);
      return isLatest ? Promise.reject<Handle>(error) : undefined;
    }
  }

  function open(call: ModuleCall, callOptions: CallOptions, onEvent?: WidgetParts['onEvent']): Widget {
    const current = currentSettings();
    if (self.origin === 'null')
      throw new ServiceError(
        'page without origin',
        'this page is a file, or in a sandbox without allow-same-origin',
      );
    const spec: ModuleSpec = specs[call];
    // Any module may open Meet, whose release `plugin_version` selects.
    const given = { plugin_version: current.options.plugin_version, ...callOptions };
    const options = call === 'transaction' ? withStepToken(given) : given;
    const meet = isMeet(call) && [...widgets].find((each) => isMeet(each.call) && !each.isOver);
    if (meet) return meet;
    const tag = flag(options.iframe, false) ? elementOf(options.tagid4iframe) : undefined;
    for (const each of [...widgets]) if (each.isGone()) each.end();
    const before = [...widgets].find((each) =>
      tag === undefined ? each.tag === undefined && each.spec.module === spec.module : each.tag === tag,
    );
    const needsSignIn =
      signInLoader && current.provider && !spec.isOpen && !(options.access_token || current.accessToken)
        ? signInLoader
        : undefined;
    // A sign-in needs a new window, so close the module's window.
    before?.end(!needsSignIn);
    const widget = createWidget({
      call,
      spec,
      settings: current,
      tag,
      onEvent,
      renew,
      explain,
      open(given) {
        const parts = { ...given, loadMore };
        if (tag) notice(tag);
        const show = (prepared?: PreparedWindow) =>
          tag ? openFrame(tag, parts) : openPopup(parts, prepared);
        return needsSignIn ? openSignInGate(parts, tag, needsSignIn, show) : show();
      },
      onToken: ({ tag }) => tag && signInLoader?.forget(tag),
      onEnd(widget) {
        widgets.delete(widget);
        if (widgets.size === 0) removal?.disconnect();
        if (widget.tag) signInLoader?.forget(widget.tag);
      },
      options: { ...options },
    });
    widgets.add(widget);
    removal ??= new MutationObserver(endRemoved);
    if (tag)
      for (const root of [tag.getRootNode(), document])
        removal.observe(root, { childList: true, subtree: true });
    return widget;
  }

  const endRemoved = () => {
    for (const each of [...widgets]) if (each.tag && each.isGone()) each.end();
  };

  const explain = async ({ tag }: Widget) => {
    const { explain } = await loadLook();
    const input = {
      settings: currentSettings(),
      isBrowserSupported: isBrowserSupported(),
      isClick: false,
      modules: [],
    };
    const reason = await explain(input, tag !== undefined);
    return reason && new ServiceError(reason.error_code, reason.error_message);
  };

  const calls = Object.fromEntries(
    Object.keys(specs).map((call): [string, ServiceCall] => [
      call,
      (options = {}) => answer(options, () => open(call as ModuleCall, options)),
    ]),
  ) as Record<ModuleCall, ServiceCall>;

  const renew = createRenewal({ settings: currentSettings, widgets, askToSignIn });

  function forgetToken(): void {
    signedIn = undefined;
    if (settings) settings.accessToken = undefined;
  }

  /** Only a click can open a window, so a module in a window fails instead. */
  function askToSignIn(widget: Widget): void {
    if (widget.isShared) forgetToken();
    const { tag, call, fail } = widget;
    if (tag) signInLoader?.use((signIn) => widget.start.isWaiting && signIn.ask(tag, { fail }), fail);
    else
      fail(
        new ServiceError(
          'sign-in needed',
          `the access token has expired: call ${call} again, within a click`,
        ),
      );
  }

  function meetWidget(): Widget | undefined {
    const all = [...widgets].filter(({ spec }) => spec.module === 'meet');
    return all.find(({ isOver }) => !isOver) ?? all.at(-1);
  }

  const meets = meetCalls({ meetWidget, open: (call, options) => calls[call](options) });

  defineElements({
    open,
    isBegun: (hasToken) => settings !== undefined || (hasToken && clientId !== undefined),
    onBegin(listener) {
      begun.add(listener);
      return () => void begun.delete(listener);
    },
  });
  return {
    init,
    setup,
    ...calls,
    meet: Object.assign(calls.meet, meets.ofMeet),
    endMeet: meets.act('end'),
    leaveMeet: meets.act('leave'),
    postMessage(tag, binderId, sessionId, text) {
      attempt([settings?.options.error], () => {
        const element = tag && elementOf(tag);
        const widget = [...widgets].find((each) =>
          element ? each.tag === element : each.handle.session_id === sessionId,
        );
        if (!widget) throw new ServiceError('invalid session_id', 'the module does not exist');
        widget.post(String(binderId), String(text));
      });
    },
    removeWidget(tag) {
      const element = findElement(tag);
      for (const widget of [...widgets])
        if (element && widget.tag === element && !widget.spec.isPersistent) widget.end();
    },
    logout() {
      for (const widget of [...widgets]) widget.end();
      forgetToken();
      signInLoader?.use((signIn) => signIn.leave());
    },
    isBrowserSupported,
    doctor: () =>
      callDoctor(loadLook, {
        settings,
        isBrowserSupported: isBrowserSupported(),
        modules: [...widgets].map(({ call, start, problem }) => ({ call, stage: start.stage, problem })),
      }),
  };
}
