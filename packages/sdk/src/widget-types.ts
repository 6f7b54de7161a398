import type { HostMessage, MeetAction, ModuleMessage, SessionFrame } from '@ringbinder/protocol/embed.ts';
import type { ServiceError } from './errors.ts';
import type { ModuleCall, ModuleSpec } from './modules.ts';
import type { openRelay } from './relay.ts';
import type { Settings } from './settings.ts';
import type { ModuleStart } from './start.ts';
import type { CallOptions, Handle } from './types.ts';

/** Shows a module in a frame or window and exchanges messages with it. */
export interface Transport {
  send(frame: HostMessage): void;
  /** Stops receiving; the frame or window stays for the next module. */
  release(): void;
  /** Removes the frame or window, and stops receiving. */
  remove(): void;
  /** Shows in the module's place why it is missing; without text, removes the notice. */
  say(words?: string): void;
  /** Returns whether the page or the user removed the frame or window. */
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
  /** Loads the script with rarely needed code. */
  loadMore(): Promise<{ openRelay: typeof openRelay }>;
}

export interface Widget {
  readonly handle: Handle;
  readonly call: ModuleCall;
  readonly spec: ModuleSpec;
  /** The module's element; undefined for a window. */
  readonly tag: Element | undefined;
  post(binderId: string, text: string): void;
  act(action: MeetAction, userId?: string): void;
  /** Sets another token. A module whose session has ended continues. */
  giveToken(token: string): void;
  readonly start: Pick<ModuleStart, 'stage' | 'isWaiting'>;
  /** Whether the module uses the token of `init`. */
  isShared: boolean;
  token: string | undefined;
  problem: ServiceError | undefined;
  /** Whether the module is finished: it failed, its meet ended, or its frame or window is gone. */
  readonly isOver: boolean;
  isGone(): boolean;
  /**
   * Ends the module.
   * @param keepsFrame leaves the frame or window for the next module
   */
  end(keepsFrame?: boolean): void;
  /** Reports an error as if the module had emitted it. */
  fail(error: ServiceError): void;
}

export interface WidgetParts {
  call: ModuleCall;
  spec: ModuleSpec;
  settings: Settings;
  options: CallOptions;
  tag: Element | undefined;
  onEvent?: ((name: string, detail: Record<string, unknown>) => void) | undefined;
  open(parts: Omit<TransportParts, 'loadMore'>): Transport;
  renew(widget: Widget): void;
  /** Returns the reason why the module sends no message; undefined if unknown. */
  explain(widget: Widget): Promise<ServiceError | undefined>;
  /** Called when the module continues with another token. */
  onToken(widget: Widget): void;
  onEnd(widget: Widget): void;
}
