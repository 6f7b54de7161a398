import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ConnectionState, Realtime, RingbinderClient } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Activity } from '../binder/ephemeral.ts';
import type { AppBoot } from '../boot.ts';
import type { Route } from '../router.ts';
import type { Categories } from './categories.ts';

export interface AppContext {
  boot: AppBoot;
  client: RingbinderClient;
  channel: Realtime;
  connection: ReadonlySignal<ConnectionState>;
  /** The binder that changed last is first. Undefined while loading. */
  cards: ReadonlySignal<readonly BinderCard[] | undefined>;
  categories: Categories;
  activity: Activity;
  route: ReadonlySignal<Route>;
  newestInView?: Signal<string | undefined>;
  warm?: { ids(): readonly string[] };
  /** Opens the host page's dialog for a new binder instead of the app's. */
  createBinder?: (() => void) | undefined;
  /** Missing in embedded modules, which have no history or export. */
  isOwnPage?: boolean;
  /** Also deletes the user's data in this browser. */
  signOut(): void;
}

export const Context = createContext<AppContext | undefined>(undefined);

export function useApp(): AppContext {
  const context = useContext(Context);
  if (!context) throw new Error('useApp() outside the app'); // not shown
  return context;
}
