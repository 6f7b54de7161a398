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
  /** All binders of the signed-in user, the last changed first; undefined until they are known. */
  cards: ReadonlySignal<readonly BinderCard[] | undefined>;
  categories: Categories;
  /** What others do at this moment. */
  activity: Activity;
  route: ReadonlySignal<Route>;
  /** The binder whose chat is shown up to its newest message, if one is. */
  newestInView?: Signal<string | undefined>;
  /** The binders that are held as replicas though they are not shown. */
  warm?: { ids(): readonly string[] };
  /** Makes a binder in another way than by the dialog of Timeline; undefined: that one. */
  createBinder?: (() => void) | undefined;
  /** Whether it is a page of its own: within pages of others binders are not shown as they were, nor exported. */
  isOwnPage?: boolean;
  /** Ends the session, and leaves for the page that removes what this browser keeps of the user. */
  signOut(): void;
}

export const Context = createContext<AppContext | undefined>(undefined);

/** The context of the app. Throws outside of it. */
export function useApp(): AppContext {
  const context = useContext(Context);
  if (!context) throw new Error('a part of the app is shown outside of it'); // not shown
  return context;
}
