import type { components } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { FormDialog, type FormValues } from '../../design/form-dialog.tsx';
import { Failed, Skeleton } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleGroups as words } from '../../strings/messages/console-groups.ts';
import { saveChanges } from '../changes.ts';
import { useConsole } from '../context.ts';
import { useLoad } from '../load.ts';
import { PersonFinder } from '../person-finder.tsx';

type Group = components['schemas']['Group'];
type Person = Pick<components['schemas']['OrgUser'], 'id' | 'name'>;

interface GroupFormProps {
  group?: { id: string; name: string };
  reload: () => void;
}

export function GroupForm({ group, reload }: GroupFormProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={`button compact ${group ? 'quiet' : 'primary'}`}
        aria-label={group ? words.edit(group.name) : undefined}
        onClick={() => setOpen(true)}
      >
        {group ? text.actions.edit : words.create}
      </button>
      {isOpen && <GroupDialog {...(group && { group })} reload={reload} close={() => setOpen(false)} />}
    </>
  );
}

function GroupDialog({ group, reload, close }: GroupFormProps & { close: () => void }) {
  const { call, orgId } = useConsole();
  const path = `/orgs/${orgId}/groups`;
  const [loading, retry] = useLoad(group?.id ?? '', async (signal) =>
    group ? (await call<Group>('GET', `${path}/${group.id}`, undefined, signal)).members : [],
  );
  const [changed, setChanged] = useState<readonly Person[]>();
  const before = loading.state === 'ready' ? loading.value : [];
  const members = changed ?? before;
  const send = async (values: FormValues) => {
    if (loading.state !== 'ready') return;
    if (members.length === 0)
      throw Object.assign(new Error(words.noMembers), { fields: { members: words.noMembers } });
    const idsOf = (people: readonly Person[]) => people.map(({ id }) => ({ user_id: id }));
    await saveChanges(
      group && { name: group.name, members: idsOf(before) },
      { name: values.get('name'), members: idsOf(members) },
      (body) => call('POST', group ? `${path}/${group.id}` : path, body),
    );
    toast(text.state.saved);
    reload();
    close();
  };
  return (
    <FormDialog
      title={group ? words.edit(group.name) : words.create}
      submit={text.actions.save}
      close={close}
      send={send}
    >
      <Field
        label={words.name}
        name="name"
        value={group?.name ?? ''}
        placeholder={words.nameExample}
        required
        maxLength={255}
      />
      {loading.state === 'loading' && <Skeleton rows={2} />}
      {loading.state === 'failed' && <Failed message={loading.message} retry={retry} />}
      {loading.state === 'ready' && <Members members={members} change={setChanged} />}
    </FormDialog>
  );
}

interface MembersProps {
  members: readonly Person[];
  change: (members: readonly Person[]) => void;
}

function Members({ members, change }: MembersProps) {
  return (
    <fieldset class="checks group-members">
      <legend>{words.members}</legend>
      <p class="muted small">{members.length === 0 ? words.noMembers : words.membersHint}</p>
      {members.length > 0 && (
        <ul>
          {members.map((person) => (
            <li key={person.id}>
              <bdi>{person.name}</bdi>
              <button
                type="button"
                class="button compact quiet"
                aria-label={words.remove(person.name)}
                onClick={() => change(members.filter(({ id }) => id !== person.id))}
              >
                {text.actions.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      <PersonFinder
        label={words.find}
        nobody={words.nobody}
        action={words.add}
        accepts={({ id }) => !members.some((member) => member.id === id)}
        choose={(person) => change([...members, person])}
      />
    </fieldset>
  );
}
