import type { CallOptions, Handle, ServiceCall, ServiceErrorDetail } from '@ringbinder/sdk';
import { changeOf, eventsOf, type ModuleProps, optionsOf } from './props.ts';
import type { ServiceContext } from './provider.ts';
import { adoptSizes } from './sizes.ts';

export type ModuleCall =
  | 'chat'
  | 'chatView'
  | 'pageView'
  | 'todoView'
  | 'timeline'
  | 'timelineView'
  | 'home'
  | 'inbox'
  | 'draw'
  | 'clip'
  | 'meet'
  | 'meetView'
  | 'transaction';

export interface MountedModule {
  /** Several renders in a task cause one update. */
  draw(props: ModuleProps, context: ServiceContext): void;
  end(): void;
}

interface MountedParts {
  call: ModuleCall;
  followed: readonly string[];
  element: HTMLElement;
  onHandle(handle: Handle | null): void;
}

interface MountedInstance {
  service: ServiceContext['service'];
  fixed: string;
  applied: CallOptions;
  events: string;
  handle?: Handle;
  isFailed?: boolean;
}

export function mountModule(parts: MountedParts): MountedModule {
  return new ElementModule(parts);
}

class ElementModule implements MountedModule {
  readonly #parts: MountedParts;
  #shown: MountedInstance | undefined;
  #latest: { props: ModuleProps; context: ServiceContext } | undefined;
  #isDue = false;
  #isOver = false;

  constructor(parts: MountedParts) {
    this.#parts = parts;
  }

  draw(props: ModuleProps, context: ServiceContext): void {
    this.#latest = { props, context };
    if (this.#isDue) return;
    this.#isDue = true;
    // StrictMode mounts twice in a task. Only the second mount shows the module.
    queueMicrotask(() => this.#follow());
  }

  end(): void {
    this.#isOver = true;
    this.#close();
  }

  /** The handlers read the latest props, so that new arrow functions cause no update. */
  #listening(props: ModuleProps): CallOptions {
    const forward = (prop: string) => (event: unknown) => {
      const now = { ...this.#latest?.props } as Record<string, ((event: unknown) => void) | undefined>;
      now[prop]?.(event);
    };
    return Object.fromEntries(
      eventsOf(props).map(([event, prop]) => [event, isEmpty(props, prop) ? () => {} : forward(prop)]),
    );
  }

  #fail(error: ServiceErrorDetail): void {
    (this.#latest?.props.onError ?? this.#latest?.context.fail)?.(error);
  }

  #follow(): void {
    this.#isDue = false;
    if (this.#isOver || !this.#latest) return;
    const { props, context } = this.#latest;
    const { call, followed } = this.#parts;
    const options = optionsOf(props);
    if (!isReady(call, options, context)) {
      this.#close();
      return;
    }
    const [applied, rest] = splitOptions(options, followed);
    const fixed = JSON.stringify([rest, props.options, props.height === 'auto']);
    const instance = this.#shown;
    const changed = instance && changeOf(instance.applied, applied);
    const isOther = instance?.fixed !== fixed || instance.service !== context.service;
    if (!instance || isOther || (instance.isFailed && changed)) {
      this.#close();
      this.#shown = { service: context.service, fixed, applied, events: namesOf(props) };
      void this.#open(this.#shown, props);
    } else if (instance.handle) this.#update(instance, instance.handle, { applied, changed, props });
  }

  async #open(instance: MountedInstance, props: ModuleProps): Promise<void> {
    adoptSizes();
    const { call, onHandle } = this.#parts;
    try {
      const handle = await (instance.service[call] as ServiceCall)(this.#optionsFor(instance, props));
      if (!handle) return;
      if (this.#shown !== instance) return handle.close();
      instance.handle = handle;
      onHandle(handle);
      this.#follow();
      await handle.ready;
      if (this.#shown === instance) this.#latest?.props.onReady?.();
    } catch {
      instance.isFailed = true;
    }
  }

  #optionsFor(instance: MountedInstance, props: ModuleProps): CallOptions {
    const { call, element, onHandle } = this.#parts;
    const isFitting = call === 'transaction' || props.height === 'auto';
    return {
      border: false,
      iframeheight: isFitting ? 'auto' : '100%',
      ...props.options,
      ...optionsOf(props),
      ...this.#listening(props),
      error: (error: ServiceErrorDetail) => this.#fail(error),
      iframe: true,
      tagid4iframe: element,
      iframewidth: '100%',
      close: () => {
        if (this.#shown !== instance) return;
        delete instance.handle;
        onHandle(null);
        this.#latest?.props.onClose?.();
      },
    };
  }

  #update(
    instance: MountedInstance,
    handle: Handle,
    {
      applied,
      changed = {},
      props,
    }: { applied: CallOptions; changed?: CallOptions | undefined; props: ModuleProps },
  ): void {
    const isSame = instance.events === namesOf(props);
    if (isSame && Object.keys(changed).length === 0) return;
    Object.assign(instance, { applied, events: namesOf(props) });
    try {
      handle.update({ ...changed, ...(isSame ? {} : this.#listening(props)) });
    } catch (error) {
      const { error_code, error_message } = error as ServiceErrorDetail;
      this.#fail({ error_code, error_message });
    }
  }

  #close(): void {
    const handle = this.#shown?.handle;
    this.#shown = undefined;
    handle?.close();
    if (handle) this.#parts.onHandle(null);
  }
}

/** The SDK treats an empty handler as missing. */
function isEmpty(props: ModuleProps, prop: string): boolean {
  const words = String((props as Record<string, unknown>)[prop]);
  return /[)>]\s*\{\s*\}$/.test(words.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''));
}

function isReady(call: ModuleCall, { token, access_token }: CallOptions, { state }: ServiceContext): boolean {
  if (call === 'transaction') return state !== 'waiting' && Boolean(token);
  return state === 'signed in' || (state === 'begun' && Boolean(access_token));
}

/** A running module applies changes of `applied`. A change of `rest` restarts it. A change of `rest` restarts it. */
function splitOptions(
  options: CallOptions,
  followed: readonly string[],
): [applied: CallOptions, rest: CallOptions] {
  const applied: CallOptions = {};
  const rest: CallOptions = {};
  for (const [name, value] of Object.entries(options))
    (followed.includes(name) ? applied : rest)[name] = value;
  return [applied, { ...rest, isNamed: 'binder_id' in applied, isOwn: 'access_token' in applied }];
}

const namesOf = (props: ModuleProps) =>
  eventsOf(props)
    .map(([event]) => event)
    .join();
