import { AssertionError } from 'node:assert';
import { globSync } from 'node:fs';
import type { Trial } from './trial.ts';

export interface Check {
  group: string;
  /** Rules and expected behaviour, as in `[TX-19] pressing before its turn is 412`. */
  title: string;
  /** Throws NotApplicable if this server makes the check impossible. */
  run(trial: Trial): Promise<void>;
}

const added: Check[] = [];

export function checks(group: string): (title: string, run: Check['run']) => void {
  return (title, run) => added.push({ group, title, run });
}

/** The longest groups, which start first. */
const slow = ['todos', 'bots', 'refresh', 'realtime', 'log', 'history'];

/** The checks in `answers` inspect the responses to all other checks. */
export async function loadChecks(): Promise<{ calls: Check[]; answers: Check[] }> {
  const directory = new URL('groups/', import.meta.url);
  for (const file of globSync('*.ts', { cwd: directory.pathname }).sort())
    await import(new URL(file, directory).href);
  const [calls = [], answers = []] = [false, true].map((last) =>
    added.filter(({ group }) => (group === 'answers') === last),
  );
  const place = ({ group }: Check) => (slow.includes(group) ? slow.indexOf(group) : slow.length);
  return { calls: calls.sort((a, b) => place(a) - place(b)), answers };
}

export function readTitle(title: string): { rules: string[]; title: string } {
  const [, ids = '', rest = title] = /^((?:\[[A-Z]+-\d+\] )*)(.*)$/.exec(title) ?? [];
  return { rules: ids.match(/[A-Z]+-\d+/g) ?? [], title: rest };
}

const ATTEMPTS = 3;

/** Repeats a failed check, because checks that depend on time may fail on a busy machine. */
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
