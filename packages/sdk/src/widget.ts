import type {
  HostFrame,
  JsonOptions,
  MeetAction,
  ModuleFrame,
  SessionFrame,
} from '@ringbinder/protocol/embed.ts';
import { isFunction, report, ServiceError } from './errors.ts';
import { followLook, lookOf } from './look.ts';
import type { ShowingCall, Shown } from './modules.ts';
import { randomId } from './random.ts';
import type { Settings } from './settings.ts';
import type { Callback, CallOptions, Handle } from './types.ts';

/** How frames get to a module, and what shows it. */
export interface Transport {
  send(frame: HostFrame): void;
  /** Hears nothing more of it; what shows it stays for the next one. */
  release(): void;
  /** Takes away what shows the module, and hears nothing more of it. */
  remove(): void;
}

/** What a transport is made with. */
export interface TransportParts {
  /** Names this use of a module in every frame. */
  id: string;
  call: ShowingCall;
  shown: Shown;
  settings: Settings;
  options: CallOptions;
  session(): SessionFrame;
  receive(frame: ModuleFrame): void;
  fail(error: ServiceError): void;
}

/** A module that is shown. */
export interface Widget {
  readonly handle: Handle;
  readonly call: ShowingCall;
  readonly shown: Shown;
  /** The element that it stands in; undefined for a window. */
  readonly tag: Element | undefined;
  /** Has it say something in a binder. */
  post(binderId: string, text: string): void;
  /** Has a meet do something. */
  act(action: MeetAction, userId?: string): void;
  /** Gives it another token: it goes on where the last one ended, or from now on. */
  giveToken(token: string): void;
  /** Whether it stands still for want of a token. */
  readonly isWaiting: boolean;
  /** Whether its token is that of `init`. */
  readonly isShared: boolean;
  /** Ends it. @param keepsFrame whether what shows it stays for the next one */
  end(keepsFrame?: boolean): void;
  /** Tells of an error, as those that the module has. */
  fail(error: ServiceError): void;
}

/** What a widget is made with. */
export interface WidgetParts {
  call: ShowingCall;
  shown: Shown;
  settings: Settings;
  options: CallOptions;
  tag: Element | undefined;
  /** Hears every event. */
  onEvent?: ((name: string, detail: Record<string, unknown>) => void) | undefined;
  open(parts: TransportParts): Transport;
  /** Asks for the next token of a session. */
  renew(widget: Widget): void;
  /** Told when it goes on with another token. */
  onToken(widget: Widget): void;
  onEnd(widget: Widget): void;
}

/** Shows a module. Throws ServiceError when that cannot be begun. */
export function createWidget(parts: WidgetParts): Widget {
  const { call, shown, settings, options } = parts;
  const stage = parts.tag ?? document.documentElement;
  let look = lookOf(stage, options);
  const callbacks: CallOptions = { ...options };
  const listeners = new Map<string, Set<Callback>>();
  let token = options.access_token || settings.accessToken;
  let isShared = !options.access_token;
  let sessionId: string = randomId();
  let isEnded = false;
  let settle: { resolve(): void; reject(error: ServiceError): void } | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Whoever does not ask for it is told by the error handler all the same.
  ready.catch(() => undefined);
  // Where an identity provider signs people in, the token comes by that.
  let isWaiting = !token && !shown.isOpen;
  if (isWaiting && !settings.provider)
    throw new ServiceError('invalid access_token', `${call} needs an access token: pass it here or to init`);

  function tell(name: string, detail: Record<string, unknown>): void {
    const callback = callbacks[name];
    if (name !== 'error' && isFunction(callback)) run(callback as Callback, detail);
    for (const listener of listeners.get(name) ?? []) run(listener, detail);
    parts.onEvent?.(name, detail);
  }

  function fail(error: ServiceError): void {
    settle?.reject(error);
    const { error_code, error_message } = error;
    const heard = listeners.get('error');
    for (const listener of heard ?? []) run(listener, { error_code, error_message });
    const handlers = [callbacks.error, settings.options.error].filter(isFunction).slice(0, 1);
    if (handlers.length > 0 || !heard?.size) report(error, handlers, true);
  }

  function receive(frame: ModuleFrame): void {
    if (isEnded) return;
    switch (frame.type) {
      case 'ready':
        transport.send(session());
        break;
      case 'shown':
        settle?.resolve();
        break;
      case 'event':
        tell(frame.name, frame.detail);
        break;
      case 'size':
        tell('size', { width: frame.width, height: frame.height });
        break;
      case 'invalid_token':
        // It may have been asked for before, or be answered already.
        if (isWaiting || frame.session_id !== sessionId) return;
        isWaiting = true;
        parts.onEvent?.(frame.type, { session_id: sessionId });
        parts.renew(widget);
        break;
      case 'error':
        fail(new ServiceError(frame.error_code, frame.error_message));
        break;
      case 'closed':
        end();
    }
  }

  const session = (): SessionFrame => ({
    type: 'session',
    session_id: sessionId,
    token: token ?? '',
    call,
    options: { ...plainOf(options), ...look },
    callbacks: Object.keys(callbacks).filter((name) => isFunction(callbacks[name])),
  });

  function end(keepsFrame = false): void {
    if (isEnded) return;
    isEnded = true;
    forget();
    settle?.reject(new ServiceError('closed', `${call} was closed`));
    if (keepsFrame) transport.release();
    else transport.remove();
    parts.onEnd(widget);
    tell('close', { session_id: sessionId });
  }

  const widget: Widget = {
    call,
    shown,
    tag: parts.tag,
    handle: {
      get session_id() {
        return sessionId;
      },
      ready,
      on(name, listener) {
        const all = listeners.get(name) ?? new Set();
        listeners.set(name, all.add(listener));
        return () => void all.delete(listener);
      },
      update(changed) {
        look = lookOf(stage, { ...options, ...changed });
        Object.assign(options, changed);
        for (const [name, value] of Object.entries(changed)) if (isFunction(value)) callbacks[name] = value;
        const next = changed.access_token || changed.token;
        if (next) {
          isShared = false;
          widget.giveToken(next);
        }
        transport.send({ type: 'update', options: { ...plainOf(changed), ...look } });
      },
      close: () => end(),
    },
    post(binder_id, text) {
      transport.send({ type: 'post', binder_id, text });
    },
    act(action, user_id) {
      transport.send({ type: 'meet', action, ...(user_id && { user_id }) });
    },
    giveToken(given) {
      if (isEnded) return;
      if (given === token) {
        const message = 'the access token that was handed back is the one that has ended';
        if (isWaiting) fail(new ServiceError('invalid_token', message));
        return;
      }
      token = given;
      isWaiting = false;
      parts.onToken(widget);
      sessionId = randomId();
      transport.send({ type: 'token', session_id: sessionId, token });
    },
    get isWaiting() {
      return isWaiting;
    },
    get isShared() {
      return isShared;
    },
    end,
    fail,
  };
  const forget = followLook(stage, () => {
    try {
      const next = lookOf(stage, options);
      if (JSON.stringify(next) === JSON.stringify(look)) return;
      look = next;
      transport.send({ type: 'update', options: look });
    } catch (error) {
      fail(error as ServiceError);
    }
  });
  const transport = parts.open({ id: randomId(), call, shown, settings, options, session, receive, fail });
  return widget;
}

/** Calls what a page gave: what it throws is the page's, and stops nothing here. */
function run(callback: Callback, detail: Record<string, unknown>): void {
  try {
    callback(detail);
  } catch (error) {
    // As if it had been thrown by itself: the page's own handlers of errors hear of it.
    setTimeout(() => {
      throw error;
    });
  }
}

/** The options that can be said in JSON, without the token and what is for the loader alone. */
function plainOf({ access_token: _, token: __, tagid4iframe: ___, ...options }: CallOptions): JsonOptions {
  try {
    return JSON.parse(JSON.stringify(options));
  } catch {
    throw new ServiceError('invalid options', 'the options must be plain values and functions');
  }
}
