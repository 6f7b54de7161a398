import type { CallOptions, Handle, ServiceCall, ServiceErrorDetail } from '@ringbinder/sdk';
import { changeOf, eventsOf, type ModuleProps, optionsOf } from './props.ts';
import type { ServiceContext } from './provider.ts';
import { adoptSizes } from './sizes.ts';

/** The calls that a component may make. */
export type ModuleCall =
  | 'chat'
  | 'chatView'
  | 'pageView'
  | 'todoView'
  | 'timeline'
  | 'timelineView'
  | 'draw'
  | 'clip'
  | 'meet'
  | 'meetView'
  | 'transaction';

/** A module in an element, as the props of its component say. */
export interface MountedModule {
  /** Shows it as it was drawn last, soon, once for all that is said in one go. */
  draw(props: ModuleProps, context: ServiceContext): void;
  end(): void;
}

/** What it is made with. */
interface MountedParts {
  call: ModuleCall;
  /** Options that it follows while it is shown. */
  followed: readonly string[];
  element: HTMLElement;
  onHandle(handle: Handle | null): void;
}

/** One use of the module, from its call on. */
interface Shown {
  service: ServiceContext['service'];
  /** What it has begun with and does not follow. */
  fixed: string;
  /** What it was told last of what it follows. */
  told: CallOptions;
  events: string;
  handle?: Handle;
  /** What was never drawn has nothing to lose. */
  isFailed?: boolean;
}

/** Mounts a module. Nothing happens before it is drawn. */
export function mountModule({ call, followed, element, onHandle }: MountedParts): MountedModule {
  let shown: Shown | undefined;
  let latest: { props: ModuleProps; context: ServiceContext } | undefined;
  let isDue = false;
  let isOver = false;

  /** Callbacks that find the props of now: an arrow that is new each time changes nothing. */
  function listening(props: ModuleProps): CallOptions {
    const told = (prop: string) => (event: unknown) => {
      const heard = { ...latest?.props } as Record<string, ((event: unknown) => void) | undefined>;
      heard[prop]?.(event);
    };
    // The SDK leaves nothing to a function that does nothing.
    const isEmpty = (prop: string) => {
      const words = String((props as Record<string, unknown>)[prop]);
      return /[)>]\s*\{\s*\}$/.test(words.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''));
    };
    return Object.fromEntries(
      eventsOf(props).map(([event, prop]) => [event, isEmpty(prop) ? () => {} : told(prop)]),
    );
  }
  function fail(error: ServiceErrorDetail): void {
    (latest?.props.onError ?? latest?.context.fail)?.(error);
  }

  function follow(): void {
    isDue = false;
    if (isOver || !latest) return;
    const { props, context } = latest;
    const given = optionsOf(props);
    if (!isReady(call, given, context)) {
      close();
      return;
    }
    const [told, rest] = parted(given, followed);
    const fixed = JSON.stringify([rest, props.options, props.height === 'auto']);
    const changed = shown && changeOf(shown.told, told);
    const isOther = shown?.fixed !== fixed || shown.service !== context.service;
    if (!shown || isOther || (shown.isFailed && changed)) {
      close();
      shown = { service: context.service, fixed, told, events: namesOf(props) };
      void open(shown, props);
    } else if (shown.handle) update(shown, shown.handle, told, changed, props);
  }

  async function open(mine: Shown, props: ModuleProps): Promise<void> {
    adoptSizes();
    const isFitting = call === 'transaction' || props.height === 'auto';
    const asked: CallOptions = {
      border: false,
      iframeheight: isFitting ? 'auto' : '100%',
      ...props.options,
      ...optionsOf(props),
      ...listening(props),
      error: fail,
      iframe: true,
      tagid4iframe: element,
      iframewidth: '100%',
      close() {
        if (shown !== mine) return;
        delete mine.handle;
        onHandle(null);
        latest?.props.onClose?.();
      },
    };
    try {
      const handle = await (mine.service[call] as ServiceCall)(asked);
      if (!handle) return;
      if (shown !== mine) return handle.close();
      mine.handle = handle;
      onHandle(handle);
      // What was drawn meanwhile.
      follow();
      await handle.ready;
      if (shown === mine) latest?.props.onReady?.();
    } catch {
      // It was told to `error`.
      mine.isFailed = true;
    }
  }

  function update(
    mine: Shown,
    handle: Handle,
    told: CallOptions,
    changed: CallOptions = {},
    props: ModuleProps,
  ) {
    const isHeard = mine.events === namesOf(props);
    if (isHeard && Object.keys(changed).length === 0) return;
    Object.assign(mine, { told, events: namesOf(props) });
    try {
      handle.update({ ...changed, ...(isHeard ? {} : listening(props)) });
    } catch (error) {
      const { error_code, error_message } = error as ServiceErrorDetail;
      fail({ error_code, error_message });
    }
  }

  function close(): void {
    const handle = shown?.handle;
    shown = undefined;
    handle?.close();
    if (handle) onHandle(null);
  }

  return {
    draw(props, context) {
      latest = { props, context };
      if (isDue) return;
      isDue = true;
      // StrictMode mounts twice in one go: of the two, the second alone is shown.
      queueMicrotask(follow);
    },
    end() {
      isOver = true;
      close();
    },
  };
}

/** An approval has a token of its own; the others have that of the provider, unless there is one. */
function isReady(call: ModuleCall, { token, access_token }: CallOptions, { state }: ServiceContext): boolean {
  if (call === 'transaction') return state !== 'waiting' && Boolean(token);
  return state === 'signed in' || (state === 'begun' && Boolean(access_token));
}

/** Options that a module follows, and those that it begins with: whether a binder was named, and whether it has its own token. */
function parted(options: CallOptions, followed: readonly string[]): [told: CallOptions, rest: CallOptions] {
  const told: CallOptions = {};
  const rest: CallOptions = {};
  for (const [name, value] of Object.entries(options)) (followed.includes(name) ? told : rest)[name] = value;
  return [told, { ...rest, isNamed: 'binder_id' in told, isOwn: 'access_token' in told }];
}

const namesOf = (props: ModuleProps) =>
  eventsOf(props)
    .map(([event]) => event)
    .join();
