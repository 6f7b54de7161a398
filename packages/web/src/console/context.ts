import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Call } from '../api.ts';
import type { ConsoleBoot } from '../boot.ts';

/** An org by name. */
export interface NamedOrg {
  id: string;
  name: string;
}

/** What every page of the console works with. */
export interface ConsoleContext {
  call: Call;
  boot: ConsoleBoot;
  /** The org that is being administered. */
  orgId: string;
  orgName: string;
  chooseOrg: (org: NamedOrg) => void;
  /** What stands in the address behind the name of the page. */
  place: string;
  /** Where a page of the console is, for links. */
  hrefOf: (page: string) => string;
  /** Goes to a page, whose title gets the focus. */
  go: (page: string) => void;
  /** Changes the address for a part of the page that is shown; the focus stays. */
  note: (page: string) => void;
}

export const Context = createContext<ConsoleContext | undefined>(undefined);

/** The context of the console. Throws outside of it. */
export function useConsole(): ConsoleContext {
  const context = useContext(Context);
  if (!context) throw new Error('a page of the console is shown outside of it'); // not shown
  return context;
}
