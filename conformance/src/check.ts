import { AssertionError } from 'node:assert';
import type { Trial } from './trial.ts';

/** One thing that is tried on a server, and the rules that it proves. */
export interface Check {
  rules: string[];
  title: string;
  /** Throws an AssertionError when the server does something else, NotApplicable when it cannot be tried. */
  run(trial: Trial): Promise<void>;
}

/** The checks of one part of the contract. */
export interface Group {
  name: string;
  checks: Check[];
}

/** Adds a check to a group. `rules` are ids separated by blanks: `TX-19 TX-20`. */
export type AddCheck = (rules: string, title: string, run: Check['run']) => void;

const ATTEMPTS = 3;

/** A check of something that has to be quick: a machine that is busy with other things may miss it once or twice. */
export function timed(run: Check['run']): Check['run'] {
  return async (trial) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(trial);
      } catch (error) {
        if (!(error instanceof AssertionError) || attempt === ATTEMPTS) throw error;
      }
    }
  };
}

/** A group of checks, written as a table: `check('TX-19', 'pressing before its turn is 412', async (t) => …)`. */
export function group(name: string, define: (check: AddCheck) => void): Group {
  const checks: Check[] = [];
  define((rules, title, run) => checks.push({ rules: rules.split(' '), title, run }));
  return { name, checks };
}
