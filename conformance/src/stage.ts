import type { Check } from './check.ts';
import { type Answer, connect, latest } from './connection.ts';
import { NotApplicable } from './failure.ts';
import { createPeople, type Person } from './people.ts';
import { baseOf, type Target } from './target.ts';
import { anonymousCaller, type Cast, openBinderFixture, type Trial } from './trial.ts';

export interface RunningTest {
  after(undo: () => Promise<void>): void;
  skip(reason: string): void;
}

/** Returns a function that runs a check. If it fails, the error contains the latest response in `answer`. */
export function openStage(target: Target): (check: Check, test: RunningTest) => Promise<void> {
  const answers: Answer[] = [];
  const here = open(target, answers);
  const other = target.credentials.sandbox && open({ ...target, sandbox: !target.sandbox }, []);
  const casts = new Map<string, Promise<Cast>>();

  async function trialOf({ group }: Check, test: RunningTest): Promise<Trial> {
    const cast = casts.get(group) ?? castOf(here, group);
    casts.set(group, cast);
    const { owner, ...others } = await cast;
    const after = (undo: () => unknown) =>
      test.after(async () => void (await Promise.resolve(undo()).catch(() => {})));
    const binder: Trial['binder'] = async (by = owner, members = by === owner) => {
      const fixture = await openBinderFixture(by, members ? others : undefined);
      after(() => by.delete(fixture.path));
      return fixture;
    };
    const nobody = anonymousCaller(here.connection);
    const { refreshToken } = target;
    return { ...here, other, refreshToken, answers, owner, ...others, nobody, after, binder };
  }

  return (check, test) =>
    latest.run({}, async () => {
      try {
        await check.run(await trialOf(check, test));
      } catch (error) {
        if (!(error instanceof NotApplicable)) throw Object.assign(error as Error, latest.getStore());
        test.skip(error.message);
      }
    });
}

type Side = Pick<Trial, 'connection' | 'people' | 'credentials'>;

function open(on: Target, seen: Answer[]): Side {
  const connection = connect(baseOf(on), (answer) => seen.push(answer));
  const credentials = on.sandbox ? on.credentials.sandbox : on.credentials;
  if (!credentials) throw new Error('the credentials file has nothing for the sandbox');
  return { connection, credentials, people: createPeople(connection, credentials) };
}

/** Returns the same people in each run, so that runs do not fill the server. */
async function castOf({ people, credentials }: Side, group: string): Promise<Cast> {
  const person = (role: string, orgId?: string): Promise<Person> =>
    people.reuse(`conformance-${group}-${role}`, orgId);
  const [owner, editor, viewer, sameOrg, outsider] = await Promise.all([
    person('owner'),
    person('editor'),
    person('viewer'),
    person('colleague'),
    person('outsider', credentials.other_org_id),
  ]);
  return { owner, editor, viewer, sameOrg, outsider };
}
