/** What node:test runs: the checks of the chosen rules. The first argument is the target, as JSON. */
import { suite, type TestContext, test } from 'node:test';
import { type Check, loadChecks, readTitle } from './check.ts';
import { type Answer, connect, latest } from './connection.ts';
import { NotApplicable } from './failure.ts';
import { createPeople, type Person } from './people.ts';
import { isChosen } from './rules.ts';
import { baseOf, type Target } from './target.ts';
import { anonymousCaller, type Cast, openBinderFixture, type Trial } from './trial.ts';

/** Checks run side by side: enough to be quick, few enough to be a guest. */
const AT_ONCE = 8;

const target: Target = JSON.parse(process.argv[2] ?? '');
const answers: Answer[] = [];
const here = open(target, answers);
const other = target.credentials.sandbox && open({ ...target, sandbox: !target.sandbox }, []);
const casts = new Map<string, Promise<Cast>>();

type Side = Pick<Trial, 'connection' | 'people' | 'credentials'>;

function open(on: Target, seen: Answer[]): Side {
  const connection = connect(baseOf(on), (answer) => seen.push(answer));
  const credentials = on.sandbox ? on.credentials.sandbox : on.credentials;
  if (!credentials) throw new Error('the credentials file has nothing for the sandbox');
  return { connection, credentials, people: createPeople(connection, credentials) };
}

/** The people of a group: the same in every run, so that a server that is checked often is not filled with users. */
async function castOf(group: string): Promise<Cast> {
  const person = (role: string, orgId?: string): Promise<Person> =>
    here.people.known(`conformance-${group}-${role}`, orgId);
  const [owner, editor, viewer, colleague, outsider] = await Promise.all([
    person('owner'),
    person('editor'),
    person('viewer'),
    person('colleague'),
    person('outsider', here.credentials.other_org_id),
  ]);
  return { owner, editor, viewer, colleague, outsider };
}

async function trialOf({ group }: Check, context: TestContext): Promise<Trial> {
  const cast = casts.get(group) ?? castOf(group);
  casts.set(group, cast);
  const { owner, ...others } = await cast;
  // A failure to clean up does not fail the check.
  const after = (undo: () => unknown) => context.after(async () => Promise.resolve(undo()).catch(() => {}));
  const binder: Trial['binder'] = async (by = owner, members = by === owner) => {
    const made = await openBinderFixture(by, members ? others : undefined);
    after(() => by.delete(made.path));
    return made;
  };
  const nobody = anonymousCaller(here.connection);
  const { refreshToken } = target;
  return { ...here, other, refreshToken, answers, owner, ...others, nobody, after, binder };
}

function testAll(name: string, checks: Check[]): void {
  suite(name, { concurrency: AT_ONCE }, () => {
    for (const check of checks.filter(({ title }) =>
      readTitle(title).rules.some((id) => isChosen(id, target.only)),
    ))
      test(check.title, (context) =>
        latest.run({}, async () => {
          try {
            await check.run(await trialOf(check, context));
          } catch (error) {
            if (!(error instanceof NotApplicable)) throw Object.assign(error as Error, latest.getStore());
            context.skip(error.message);
          }
        }),
      );
  });
}

const { calls, answers: onAnswers } = await loadChecks();
testAll('calls', calls);
testAll('answers', onAnswers);
