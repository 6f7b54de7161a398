import type { HostFrame, MeetAction, ModuleFrame, SessionFrame } from '@ringbinder/protocol/embed.ts';
import type { ServiceError } from './errors.ts';
import type { ShowingCall, Shown } from './modules.ts';
import type { openRelay } from './relay.ts';
import type { Settings } from './settings.ts';
import type { ModuleStart } from './start.ts';
import type { CallOptions, Handle } from './types.ts';

/** How frames get to a module, and what shows it. */
export interface Transport {
  send(frame: HostFrame): void;
  /** Hears nothing more of it; what shows it stays for the next one. */
  release(): void;
  /** Takes away what shows the module, and hears nothing more of it. */
  remove(): void;
  /** Says in the place of the module why it is not there; no words take that away. */
  say(words?: string): void;
  /** Whether what shows it was taken away by somebody else: out of the document, or closed. */
  isGone(): boolean;
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
  /** Loads what few pages need. */
  loadMore(): Promise<{ openRelay: typeof openRelay }>;
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
  readonly start: Pick<ModuleStart, 'stage' | 'isWaiting'>;
  /** Whether its token is that of `init`. */
  isShared: boolean;
  token: string | undefined;
  /** What went wrong last. */
  problem: ServiceError | undefined;
  /** Whether there is nothing more to come of it: it has failed, its meet is over, or what showed it is gone. */
  readonly isOver: boolean;
  /** Whether what showed it is gone. */
  isGone(): boolean;
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
  open(parts: Omit<TransportParts, 'loadMore'>): Transport;
  /** Asks for the next token of a session. */
  renew(widget: Widget): void;
  /** Finds out why nothing is heard of it. */
  explain(widget: Widget): Promise<ServiceError | undefined>;
  /** Told when it goes on with another token. */
  onToken(widget: Widget): void;
  onEnd(widget: Widget): void;
}
