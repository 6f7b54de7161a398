import type { ReadonlySignal } from '@preact/signals';
import type { ConnectionState, Realtime, RingbinderClient } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AppBoot } from '../boot.ts';
import type { Route } from './router.ts';

/** What the frame of the app works with. */
export interface AppContext {
  boot: AppBoot;
  client: RingbinderClient;
  channel: Realtime;
  connection: ReadonlySignal<ConnectionState>;
  /** All binders of the signed-in user, the last changed first; undefined until they are known. */
  cards: ReadonlySignal<readonly BinderCard[] | undefined>;
  route: ReadonlySignal<Route>;
}

export const Context = createContext<AppContext | undefined>(undefined);

/** The context of the app. Throws outside of it. */
export function useApp(): AppContext {
  const context = useContext(Context);
  if (!context) throw new Error('a part of the app is shown outside of it'); // not shown
  return context;
}
