/** One program that is needed; `lacks` says what it cannot do, by its output (undefined when it fails). */
export interface Need {
  what: string;
  programs: string[];
  places?: string[];
  variable?: string | undefined;
  packages: string[];
  isLarge?: boolean;
  lacks(run: (...words: string[]) => string | undefined): string[];
}

export const needs: Need[];
export const nginx: Need;
export const pgbouncer: Need;
export function lacks(need: Need, path?: string, environment?: NodeJS.ProcessEnv): string[];
