import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Call } from '../api.ts';
import type { ConsoleBoot } from '../boot.ts';

/** What every page of the console works with. */
export interface ConsoleContext {
  call: Call;
  boot: ConsoleBoot;
  /** The org that is being administered. */
  orgId: string;
  go: (page: string) => void;
}

export const Context = createContext<ConsoleContext | undefined>(undefined);

/** The context of the console. Throws outside of it. */
export function useConsole(): ConsoleContext {
  const context = useContext(Context);
  if (!context) throw new Error('a page of the console is shown outside of it');
  return context;
}
