import type { HostMessage, MeetAction, ModuleMessage, SessionFrame } from '@ringbinder/protocol/embed.ts';
import type { ServiceError } from './errors.ts';
import type { ModuleCall, ModuleSpec } from './modules.ts';
import type { openRelay } from './relay.ts';
import type { Settings } from './settings.ts';
import type { ModuleStart } from './start.ts';
import type { CallOptions, Handle } from './types.ts';

/** Delivers frames to a module, and displays it. */
export interface Transport {
  send(frame: HostMessage): void;
  /** Stops receiving; the frame or window stays for the next module. */
  release(): void;
  /** Removes the frame or window, and stops receiving. */
  remove(): void;
  /** Shows in the module's place why it is missing; without text, removes that. */
  say(words?: string): void;
  /** Whether the frame or window was removed by others. */
  isGone(): boolean;
}

export interface TransportParts {
  /** Identifies this instance in every message. */
  id: string;
  call: ModuleCall;
  spec: ModuleSpec;
  settings: Settings;
  options: CallOptions;
  session(): SessionFrame;
  receive(frame: ModuleMessage): void;
  fail(error: ServiceError): void;
  /** Loads rarely needed code. */
  loadMore(): Promise<{ openRelay: typeof openRelay }>;
}

/** A shown module. */
export interface Widget {
  readonly handle: Handle;
  readonly call: ModuleCall;
  readonly spec: ModuleSpec;
  /** The module's element; undefined for a window. */
  readonly tag: Element | undefined;
  /** Posts a message in a binder. */
  post(binderId: string, text: string): void;
  /** Sends a command to a meet. */
  act(action: MeetAction, userId?: string): void;
  /** Sets another token: continues an ended session, or replaces the current token. */
  giveToken(token: string): void;
  readonly start: Pick<ModuleStart, 'stage' | 'isWaiting'>;
  /** Whether it uses the token of `init`. */
  isShared: boolean;
  token: string | undefined;
  /** The last error. */
  problem: ServiceError | undefined;
  /** Whether it is finished: it failed, its meet ended, or its frame or window is gone. */
  readonly isOver: boolean;
  /** Whether its frame or window is gone. */
  isGone(): boolean;
  /**
   * Ends it.
   * @param keepsFrame leaves the frame or window for the next module
   */
  end(keepsFrame?: boolean): void;
  /** Reports an error like the module's own. */
  fail(error: ServiceError): void;
}

export interface WidgetParts {
  call: ModuleCall;
  spec: ModuleSpec;
  settings: Settings;
  options: CallOptions;
  tag: Element | undefined;
  /** Receives every event. */
  onEvent?: ((name: string, detail: Record<string, unknown>) => void) | undefined;
  open(parts: Omit<TransportParts, 'loadMore'>): Transport;
  /** Requests the next token of a session. */
  renew(widget: Widget): void;
  /** Finds out why the module is silent. */
  explain(widget: Widget): Promise<ServiceError | undefined>;
  /** Called when it continues with another token. */
  onToken(widget: Widget): void;
  onEnd(widget: Widget): void;
}
