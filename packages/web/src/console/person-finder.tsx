import type { components } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { useConsole } from './context.ts';
import { ConsoleIcon } from './icon.tsx';
import { useLoad } from './load.ts';
import { SearchField } from './search.tsx';

type FoundPerson = Pick<components['schemas']['OrgUser'], 'id' | 'name' | 'is_bot'>;

const MAX_FOUND = 8;
/** More than MAX_FOUND, because `accepts` leaves people out. */
const MAX_READ = 50;

interface PersonFinderProps {
  label: string;
  nobody: string;
  /** The accessible name of a found person's button. */
  action: (name: string) => string;
  accepts: (person: FoundPerson) => boolean;
  choose: (person: FoundPerson) => void;
  chosenId?: string | undefined;
}

export function PersonFinder({ label, nobody, action, accepts, choose, chosenId }: PersonFinderProps) {
  const { call, orgId } = useConsole();
  const [q, setQ] = useState('');
  const [loading] = useLoad(q, async (signal) => {
    if (q === '') return [];
    const query = new URLSearchParams({ q, disabled: 'false', limit: String(MAX_READ) });
    const path = `/orgs/${orgId}/users?${query}`;
    return (await call<{ users: FoundPerson[] }>('GET', path, undefined, signal)).users;
  });
  const found = loading.state === 'ready' ? loading.value.filter(accepts).slice(0, MAX_FOUND) : [];
  return (
    <>
      <SearchField label={label} search={setQ} />
      {q !== '' && loading.state === 'ready' && found.length === 0 && (
        <p class="muted small" role="status">
          {nobody}
        </p>
      )}
      {q !== '' && found.length > 0 && (
        <ul>
          {found.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                class="button compact quiet"
                aria-label={action(person.name)}
                aria-pressed={chosenId === undefined ? undefined : chosenId === person.id}
                onClick={() => choose(person)}
              >
                <ConsoleIcon name="people" />
                <bdi>{person.name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
