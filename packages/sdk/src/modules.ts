import type { EmbedModule } from '@ringbinder/protocol/embed.ts';
import type { ElementName } from './element-types.ts';

export interface ModuleSpec {
  module: EmbedModule;
  width: number;
  height: number;
  isPersistent?: true;
  /** The module needs no token. */
  isOpen?: true;
  /** The height follows the content. */
  isFitting?: true;
}

const small = { width: 850, height: 500 };
const large = { width: 1024, height: 768 };
const persistent = { ...large, isPersistent: true } as const;

/** Default sizes, on which pages rely. */
export const specs = {
  chat: { module: 'chat', ...small },
  chatView: { module: 'chat', ...small },
  pageView: { module: 'pages', ...small },
  todoView: { module: 'todos', ...small },
  meetView: { module: 'meet', ...small, isPersistent: true },
  timeline: { module: 'timeline', ...large },
  timelineView: { module: 'timeline', width: 330, height: 768 },
  home: { module: 'home', ...small },
  inbox: { module: 'home', ...small },
  meet: { module: 'meet', ...persistent },
  joinMeet: { module: 'meet', ...persistent, isOpen: true },
  note: { module: 'clip', ...persistent },
  clip: { module: 'clip', ...persistent },
  annotate: { module: 'draw', ...small },
  draw: { module: 'draw', ...small },
  transaction: { module: 'transaction', width: 480, height: 240, isFitting: true },
} as const satisfies Record<string, ModuleSpec>;

export type ModuleCall = keyof typeof specs;

export const aloneCalls = {
  chat: 'chatView',
  timeline: 'timelineView',
  home: 'home',
  inbox: 'inbox',
  draw: 'draw',
  clip: 'clip',
  meet: 'meetView',
  transaction: 'transaction',
} as const satisfies {
  [Name in ElementName as Name extends `service-${infer Call}` ? Call : never]: ModuleCall;
};

export type ElementCall = keyof typeof aloneCalls;
