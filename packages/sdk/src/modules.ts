import type { EmbedModule } from '@ringbinder/protocol/embed.ts';
import type { ElementName } from './element-types.ts';

export interface ModuleSpec {
  module: EmbedModule;
  width: number;
  height: number;
  isPersistent?: true;
  /** True if the module needs no token. */
  isOpen?: true;
  /** True if the module is as high as its content. */
  isFitting?: true;
}

const small = { width: 850, height: 500 };
const large = { width: 1024, height: 768 };
const persistent = { ...large, isPersistent: true } as const;

/** Modules and their default sizes. Existing pages rely on these sizes. */
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
