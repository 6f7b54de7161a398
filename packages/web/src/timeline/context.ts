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
  /** The user's binders, last changed first; undefined while loading. */
  cards: ReadonlySignal<readonly BinderCard[] | undefined>;
  categories: Categories;
  activity: Activity;
  route: ReadonlySignal<Route>;
  /** The binder whose chat is scrolled to the newest message. */
  newestInView?: Signal<string | undefined>;
  /** Binders held as replicas without being shown. */
  warm?: { ids(): readonly string[] };
  /** Set by a host page that replaces the dialog for a new binder. */
  createBinder?: (() => void) | undefined;
  /** False in host pages, where history and export are unavailable. */
  isOwnPage?: boolean;
  /** Ends the session and opens the page that clears the user's data in this browser. */
  signOut(): void;
}

export const Context = createContext<AppContext | undefined>(undefined);

/** Throws outside the app. */
export function useApp(): AppContext {
  const context = useContext(Context);
  if (!context) throw new Error('a part of the app is shown outside of it'); // not shown
  return context;
}
