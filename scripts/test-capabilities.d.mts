/** `lacks` returns missing features from the program's output, which is undefined if it fails. */
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
export const promtool: Need;
export function lacks(need: Need, path?: string, environment?: NodeJS.ProcessEnv): string[];
