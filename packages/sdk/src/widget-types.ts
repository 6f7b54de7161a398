import type { HostMessage, MeetAction, ModuleMessage, SessionFrame } from '@ringbinder/protocol/embed.ts';
import type { ServiceError } from './errors.ts';
import type { ModuleCall, ModuleSpec } from './modules.ts';
import type { openRelay } from './relay.ts';
import type { Settings } from './settings.ts';
import type { ModuleStart } from './start.ts';
import type { CallOptions, Handle } from './types.ts';

export interface Transport {
  send(frame: HostMessage): void;
  /** Disconnects, but leaves the frame or window to the next module. */
  release(): void;
  remove(): void;
  say(words?: string): void;
  isGone(): boolean;
}

export interface TransportParts {
  id: string;
  call: ModuleCall;
  spec: ModuleSpec;
  settings: Settings;
  options: CallOptions;
  session(): SessionFrame;
  receive(frame: ModuleMessage): void;
  fail(error: ServiceError): void;
  loadMore(): Promise<{ openRelay: typeof openRelay }>;
}

export interface Widget {
  readonly handle: Handle;
  readonly call: ModuleCall;
  readonly spec: ModuleSpec;
  readonly tag: Element | undefined;
  post(binderId: string, text: string): void;
  act(action: MeetAction, userId?: string): void;
  giveToken(token: string): void;
  readonly start: Pick<ModuleStart, 'stage' | 'isWaiting'>;
  /** True if the widget uses the token of `init`. */
  isShared: boolean;
  token: string | undefined;
  problem: ServiceError | undefined;
  readonly isOver: boolean;
  isGone(): boolean;
  /** @param keepsFrame leaves the frame to the next module */
  end(keepsFrame?: boolean): void;
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
  explain(widget: Widget): Promise<ServiceError | undefined>;
  onToken(widget: Widget): void;
  onEnd(widget: Widget): void;
}
