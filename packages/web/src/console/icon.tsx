import { PATHS as COMMON, Lines } from '../design/icon.tsx';

const PATHS = {
  ...COMMON,
  overview: 'M4 20V11M10 20V4M16 20v-7M21 20H3',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5M16 4.3a3.5 3.5 0 0 1 0 6.4M18 15c1.9.8 3 2.5 3 5',
  clients: 'M4 5h16v11H4ZM9 20h6M12 16v4',
  bots: 'M5 9h14v10H5ZM12 9V5M12 4.5v0M9 13.5v1.5M15 13.5v1.5M2.5 13v3M21.5 13v3',
  idps: 'M12 3 5 6v5c0 4.5 2.9 8.2 7 10 4.1-1.8 7-5.5 7-10V6ZM9 12l2.2 2.2L15.2 10',
  mails: 'M3 5h18v14H3ZM3 7l9 6 9-6',
  tokens: 'M8 19a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10.6 13 20 3.6M17 6.6l2.6 2.6M14 9.6l2 2',
  sessions: 'M3 5h18v14H3ZM3 9h18M6 7v0M8.5 7v0',
  audit: 'M6 3h12v18H6ZM9 8h6M9 12h6M9 16h4',
  orgs: 'M4 21V6l8-3v18M12 9h8v12M3 21h18M7.5 9v0M7.5 13v0M7.5 17v0M16 13v0M16 17v0',
  background: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  menu: 'M4 7h16M4 12h16M4 17h16',
} as const;

export type ConsoleIconName = keyof typeof PATHS;

export function ConsoleIcon({ name }: { name: ConsoleIconName }) {
  return <Lines d={PATHS[name]} />;
}

export const iconNames = Object.keys(PATHS) as ConsoleIconName[];
