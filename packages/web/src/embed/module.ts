import type { Realtime } from '@ringbinder/client';
import type { AppBoot } from '../boot.ts';
import type { EmbedSession } from './session.ts';

export interface EmbedParts {
  session: EmbedSession;
  element: HTMLElement;
  channel: Realtime;
  user: AppBoot['user'];
}

export type EmbedModuleStart = (parts: EmbedParts) => void | Promise<void>;
