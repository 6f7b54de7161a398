import type { JsonOptions, ModuleMessage, SessionFrame } from '@ringbinder/protocol/embed.ts';
import { appearanceOf, observeAppearance } from './appearance.ts';
import { doesSomething, isFunction, report, ServiceError } from './errors.ts';
import { randomId } from './random.ts';
import { watchStart } from './start.ts';
import { tokenIn } from './token.ts';
import type { Callback, CallOptions } from './types.ts';
import type { Widget, WidgetParts } from './widget-types.ts';

export function createWidget(parts: WidgetParts): Widget {
  const { call, spec, settings, options } = parts;
  const stage = parts.tag ?? document.documentElement;
  let look = appearanceOf(stage, options);
  plainOf(options);
  const callbacks: CallOptions = { ...options };
  const listeners = new Map<string, Set<Callback>>();
  const ownToken = tokenIn(options.access_token, 'access_token');
  let isLeft = false;
  let sessionId: string = randomId();
  let isEnded = false;
  let settle: { resolve(): void; reject(error: ServiceError): void } | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Prevents an unhandled rejection: `fail` reports the error.
  ready.catch(() => undefined);
  const isTokenless = !(ownToken ?? settings.accessToken) && !spec.isOpen;
  if (isTokenless && !settings.provider)
    throw new ServiceError('invalid access_token', `${call} needs an access token: pass it here or to init`);

  const start = watchStart({ call, explain: () => parts.explain(widget), fail });
  start.isWaiting = isTokenless;

  function notify(name: string, detail: Record<string, unknown>): void {
    isLeft =
      /^(end_meet|exit_meet|reach_limit)$/.test(name) || (isLeft && !/^(start|resume)_meet/.test(name));
    const callback = callbacks[name];
    if (name !== 'error' && isFunction(callback)) run(callback as Callback, detail);
    for (const listener of listeners.get(name) ?? []) run(listener, detail);
    parts.onEvent?.(name, detail);
  }

  function fail(error: ServiceError, isReported = false): void {
    if (isEnded) return;
    settle?.reject(error);
    widget.problem = error;
    start.enter('failed');
    if (start.stage === 'failed') {
      if (!isReported) transport.say(error.message);
      console.error(`Service: ${call}: ${error.message} (${error.error_code})`);
    }
    const { error_code, error_message } = error;
    const errorListeners = listeners.get('error');
    for (const listener of errorListeners ?? []) run(listener, { error_code, error_message });
    const isHandled = errorListeners?.size || start.stage === 'failed' ? () => undefined : undefined;
    report(error, [callbacks.error, settings.options.error, isHandled], true);
  }

  function receive(frame: ModuleMessage): void {
    if (isEnded) return;
    switch (frame.type) {
      case 'ready':
        start.enter('heard');
        transport.send(session());
        break;
      case 'shown':
        settle?.resolve();
        start.enter('shown');
        transport.say();
        break;
      case 'event':
        notify(frame.name, frame.detail);
        break;
      case 'size':
        notify('size', { width: frame.width, height: frame.height });
        break;
      case 'invalid_token':
        // The SDK has already requested or set a new token.
        if (start.isWaiting || frame.session_id !== sessionId) return;
        start.wait(true);
        parts.onEvent?.(frame.type, { session_id: sessionId });
        parts.renew(widget);
        break;
      case 'error':
        fail(new ServiceError(frame.error_code, frame.error_message), true);
        break;
      case 'closed':
        end();
    }
  }

  const session = (): SessionFrame => ({
    type: 'session',
    session_id: sessionId,
    token: widget.token ?? '',
    call,
    options: { ...plainOf(options), ...look },
    callbacks: Object.keys(callbacks).filter((name) => doesSomething(callbacks[name])),
  });

  function end(keepsFrame = false): void {
    if (isEnded) return;
    isEnded = true;
    forget();
    start.end();
    transport.say();
    settle?.reject(new ServiceError('closed', `${call} was closed`));
    if (keepsFrame) transport.release();
    else transport.remove();
    parts.onEnd(widget);
    notify('close', { session_id: sessionId });
  }

  const widget: Widget = {
    call,
    spec,
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
        look = appearanceOf(stage, { ...options, ...changed });
        const next = tokenIn(changed.access_token || changed.token, 'access_token');
        Object.assign(options, changed);
        for (const [name, value] of Object.entries(changed)) if (isFunction(value)) callbacks[name] = value;
        if (next) {
          widget.isShared = false;
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
    giveToken(renewed) {
      if (isEnded) return;
      if (renewed === widget.token) {
        const message = 'the same access token was returned';
        if (start.isWaiting) fail(new ServiceError('invalid_token', message));
        return;
      }
      widget.token = renewed;
      start.wait(false);
      transport.say();
      parts.onToken(widget);
      sessionId = randomId();
      transport.send({ type: 'token', session_id: sessionId, token: renewed });
    },
    isShared: !ownToken,
    token: ownToken ?? settings.accessToken,
    problem: undefined,
    start,
    get isOver() {
      return isLeft || start.stage === 'failed' || transport.isGone();
    },
    isGone: () => transport.isGone(),
    end,
    fail,
  };
  const forget = observeAppearance(stage, () => {
    try {
      const next = appearanceOf(stage, options);
      if (JSON.stringify(next) === JSON.stringify(look)) return;
      look = next;
      transport.send({ type: 'update', options: look });
    } catch (error) {
      fail(error as ServiceError);
    }
  });
  const transport = parts.open({
    id: randomId(),
    call,
    spec,
    settings,
    options,
    session,
    receive,
    fail,
  });
  if (!isTokenless) start.open();
  return widget;
}

function run(callback: Callback, detail: Record<string, unknown>): void {
  try {
    callback(detail);
  } catch (error) {
    // Throws in another task, for the page's global error handler.
    setTimeout(() => {
      throw error;
    });
  }
}

function plainOf({ access_token: _, token: __, tagid4iframe: ___, ...options }: CallOptions): JsonOptions {
  try {
    return JSON.parse(JSON.stringify(options));
  } catch {
    throw new ServiceError('invalid options', 'the options must be plain values and functions');
  }
}
