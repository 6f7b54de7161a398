import type { Check, Group } from './check.ts';
import { type Answer, connect, latest } from './connection.ts';
import type { CredentialsFile } from './credentials.ts';
import { NotApplicable } from './failure.ts';
import { createPeople, type Person } from './people.ts';
import { isChosen } from './rules.ts';
import { anonymousCaller, type Cast, openBinderFixture, type Trial } from './trial.ts';

/** How a check ended. */
export interface Outcome {
  check: Check;
  group: string;
  result: 'passed' | 'failed' | 'not applicable';
  /** Of a failure: what was thrown, and the latest answer then. */
  error?: unknown;
  answer?: Answer | undefined;
  /** Why it is not applicable. */
  reason?: string;
  durationMs: number;
}

/** What to run against. */
export interface Target {
  /** The address of the server without a path of an environment, with the slash at its end. */
  origin: string;
  sandbox: boolean;
  credentials: CredentialsFile;
  /** A refresh token to spend. */
  refreshToken: string | undefined;
}

/** Checks run side by side: enough to be quick, few enough to be a guest. */
const AT_ONCE = 8;

/** The base address of an environment. */
export function baseOf({ origin, sandbox }: Pick<Target, 'origin' | 'sandbox'>): string {
  return `${origin}${sandbox ? 'sandbox/v1/' : 'v1/'}`;
}

/**
 * Runs the checks that prove one of the rules in `only` (all when it is empty). Those of the groups in `last` run after
 * the others, because they look at what the others were answered.
 */
export async function runChecks(
  target: Target,
  groups: Group[],
  last: Group[],
  only: string[],
): Promise<Outcome[]> {
  const answers: Answer[] = [];
  const here = open(target, answers);
  const trials = { answers, refreshToken: target.refreshToken, ...here, other: openOther(target) };
  const chosen = (some: Group[]) =>
    some.flatMap((group) =>
      group.checks
        .filter(({ rules }) => rules.some((id) => isChosen(id, only)))
        .map((check) => ({ check, group: group.name })),
    );
  const casts = new Map<string, Promise<Cast>>();
  const cast = (group: string) => {
    const made = casts.get(group) ?? castOf(here, group);
    casts.set(group, made);
    return made;
  };
  const run = (all: Group[]) =>
    inParallel(chosen(all), async ({ check, group }): Promise<Outcome> => {
      const started = performance.now();
      const ending = await latest.run({}, () =>
        tryOut(check, async () => ({ ...trials, ...(await cast(group)) })),
      );
      return { check, group, ...ending, durationMs: performance.now() - started };
    });
  return [...(await run(groups)), ...(await run(last))];
}

type Side = Pick<Trial, 'connection' | 'people' | 'credentials'>;

function open(target: Target, answers: Answer[]): Side {
  const connection = connect(baseOf(target), (answer) => answers.push(answer));
  const credentials = target.sandbox ? target.credentials.sandbox : target.credentials;
  if (!credentials) throw new Error('the credentials file has nothing for the sandbox');
  return { connection, credentials, people: createPeople(connection, credentials) };
}

function openOther(target: Target): Side | undefined {
  if (!target.credentials.sandbox) return undefined;
  return open({ ...target, sandbox: !target.sandbox }, []);
}

/** The people of a group: the same in every run, so that a server that is checked often is not filled with users. */
async function castOf({ people, credentials }: Side, group: string): Promise<Cast> {
  const person = (role: string, orgId?: string): Promise<Person> =>
    people.known(`conformance-${group}-${role}`, orgId);
  const [owner, editor, viewer, colleague, outsider] = await Promise.all([
    person('owner'),
    person('editor'),
    person('viewer'),
    person('colleague'),
    person('outsider', credentials.other_org_id),
  ]);
  return { owner, editor, viewer, colleague, outsider };
}

async function tryOut(
  check: Check,
  prepare: () => Promise<Omit<Trial, 'binder' | 'nobody'>>,
): Promise<Pick<Outcome, 'result' | 'error' | 'answer' | 'reason'>> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const base = await prepare();
    await check.run({
      ...base,
      nobody: anonymousCaller(base.connection),
      async binder(owner = base.owner, members = owner === base.owner) {
        const fixture = await openBinderFixture(owner, members ? base : undefined);
        undo.push(() => owner.delete(fixture.path));
        return fixture;
      },
    });
    return { result: 'passed' };
  } catch (error) {
    if (error instanceof NotApplicable) return { result: 'not applicable', reason: error.message };
    return { result: 'failed', error, answer: latest.getStore()?.answer };
  } finally {
    await Promise.allSettled(undo.map((step) => step()));
  }
}

async function inParallel<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
