import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Call } from '../api.ts';
import type { ConsoleBoot } from '../boot.ts';

export interface OrgRef {
  id: string;
  name: string;
}

export interface ConsoleContext {
  call: Call;
  boot: ConsoleBoot;
  orgId: string;
  orgName: string;
  chooseOrg: (org: OrgRef) => void;
  place: string;
  focusesTitle: { current: boolean };
  hrefOf: (page: string) => string;
  go: (page: string) => void;
  /** Changes the address without moving the focus. */
  note: (page: string) => void;
}

export const Context = createContext<ConsoleContext | undefined>(undefined);

export function useConsole(): ConsoleContext {
  const context = useContext(Context);
  if (!context) throw new Error('useConsole() outside the console'); // not shown
  return context;
}
