import { RingbinderError, unwrap } from '@ringbinder/client';
import { useEffect, useId, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { memberOf } from '../binder/people.ts';
import { Refusal, refusalOf } from '../binder/refusal.ts';
import { Avatar } from '../design/avatar.tsx';
import { isComposing } from '../design/composition.ts';
import { Field } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { Alert, Badge } from '../design/states.tsx';
import { toast } from '../design/toast.tsx';
import { common } from '../strings/messages/common.ts';
import { members as text } from '../strings/messages/members.ts';
import { type Candidate, matchingCandidates, readCandidates } from './candidates.ts';
import { nameOfRole, ROLES, type Role } from './roles.ts';

const words = text.adding;

export function AddPeople({ binder, close }: { binder: BinderContext; close: () => void }) {
  const { client, id: binder_id, state, me } = binder;
  const members = state.value?.members ?? [];
  const orgId = memberOf(state.value, me.id)?.user.org_id ?? '';
  const [candidates, problem] = useCandidates(binder, orgId);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<readonly Candidate[]>([]);
  const [creates, setCreates] = useState(true);
  const mayCreate = me.is_admin === true && !me.lacks_mail && chosen.some(isByEmail);
  const id = useId();
  const results = matchingCandidates(candidates ?? [], { query, members, orgId }).filter(
    ({ key }) => !chosen.some((each) => each.key === key),
  );
  const choose = (candidate: Candidate) => {
    setChosen([...chosen, candidate]);
    setQuery('');
    document.getElementById(id)?.focus();
  };
  const send = async (values: FormValues) => {
    if (chosen.length === 0) throw new Refusal(words.choose);
    const type = values.get('role') as Role;
    const message = values.get('message');
    const body = {
      users: chosen.map(({ user }) => ({ user, type })),
      ...(message !== '' && { message }),
    };
    try {
      if (values.has('account')) await createAccounts(binder, orgId, chosen);
      await unwrap(client.api.POST('/{binder_id}/inviteuser', { params: { path: { binder_id } }, body }));
    } catch (error) {
      throw explain(error, chosen);
    }
    close();
    const invited = chosen.filter(
      (each) => each.isInvited && !(values.has('account') && isByEmail(each)),
    ).length;
    const added = chosen.length - invited;
    const outcomes = [added > 0 && words.done(added), invited > 0 && words.invited(invited)];
    toast(outcomes.filter((outcome) => outcome !== false).join(' · '));
  };
  return (
    <FormDialog
      title={words.title}
      submit={words.submit(chosen.length)}
      close={close}
      isUnsaved={{ current: chosen.length > 0 }}
      send={send}
    >
      <ChosenPeople chosen={chosen} setChosen={setChosen} />
      <div class="field">
        <label for={id}>{words.find}</label>
        <input
          dir="auto"
          id={id}
          type="search"
          autocomplete="off"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Without a query, Enter submits the form.
            if (event.key !== 'Enter' || query.trim() === '' || isComposing(event)) return;
            event.preventDefault();
            if (results[0]) choose(results[0]);
          }}
        />
      </div>
      <div class="found-people">
        <Alert class="notice bad">{problem}</Alert>
        <MatchingPeople results={results} choose={choose} lacksMail={me.lacks_mail} />
        <p class="muted small" role="status">
          {candidates === undefined && !problem && words.loading}
          {candidates !== undefined && results.length === 0 && query.trim() !== '' && words.nobody}
        </p>
      </div>
      <RoleChoice />
      {mayCreate && (
        <label class="check">
          <input
            type="checkbox"
            name="account"
            checked={creates}
            onChange={({ currentTarget }) => setCreates(currentTarget.checked)}
          />
          {words.account}
        </label>
      )}
      {chosen.some(isByEmail) && !me.lacks_mail && !(mayCreate && creates) && (
        <Field label={words.message} name="message" rows={2} hint={words.messageHint} />
      )}
      {chosen.some((each) => each.isInvited && !(mayCreate && creates && isByEmail(each))) && (
        <p class="muted small">{me.is_admin ? text.waitsForAdmin : text.waits}</p>
      )}
    </FormDialog>
  );
}

const isByEmail = ({ user }: Candidate) => 'email' in user;

/** An account that exists, perhaps since an earlier attempt, is added by its address. */
async function createAccounts(
  { client }: BinderContext,
  org_id: string,
  chosen: readonly Candidate[],
): Promise<void> {
  for (const { user } of chosen) {
    if (!('email' in user) || user.email === undefined) continue;
    const body = { email: user.email, mail_setup_link: true };
    const created = client.api.POST('/orgs/{org_id}/users', { params: { path: { org_id } }, body });
    await unwrap(created).catch((error: unknown) => {
      if (!(error instanceof RingbinderError && error.status === 409)) throw error;
    });
  }
}

interface ChosenPeopleProps {
  chosen: readonly Candidate[];
  setChosen: (chosen: readonly Candidate[]) => void;
}

function ChosenPeople({ chosen, setChosen }: ChosenPeopleProps) {
  if (chosen.length === 0) return null;
  return (
    <ul class="chips" aria-label={words.chosen}>
      {chosen.map((each) => (
        <li key={each.key}>
          <Avatar id={each.key} name={each.name} picture={each.picture} small />
          <bdi>{each.name}</bdi>
          <button
            type="button"
            class="tool"
            aria-label={words.takeOut(each.name)}
            onClick={() => setChosen(chosen.filter((other) => other !== each))}
          >
            <Glyph name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface MatchingPeopleProps {
  results: readonly Candidate[];
  choose: (candidate: Candidate) => void;
  lacksMail: boolean | undefined;
}

function MatchingPeople({ results, choose, lacksMail }: MatchingPeopleProps) {
  if (results.length === 0) return null;
  return (
    <ul class="choices people" aria-label={words.matchingCandidates}>
      {results.map((each) => (
        <li key={each.key}>
          <button type="button" onClick={() => choose(each)}>
            <Avatar id={each.key} name={each.name} picture={each.picture} small />
            <span class="person-name">{nameOf(each, lacksMail)}</span>
            {each.isBot && <Badge>{words.bot}</Badge>}
            <span class="muted small">{each.about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function RoleChoice() {
  return (
    <fieldset class="role-choice">
      <legend>{words.role}</legend>
      <div class="segments">
        {ROLES.map((role) => (
          <label key={role}>
            <input type="radio" name="role" value={role} defaultChecked={role === 'BOARD_READ_WRITE'} />
            <span>{nameOfRole(role)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function nameOf({ isInvited, user, name }: Candidate, lacksMail: boolean | undefined): string {
  if (!isInvited) return name;
  if (!('email' in user)) return words.byId(name);
  return lacksMail ? words.byAddress(name) : words.byEmail(name);
}

function useCandidates(
  { client }: BinderContext,
  orgId: string,
): [candidates: readonly Candidate[] | undefined, problem: string] {
  const [candidates, setCandidates] = useState<readonly Candidate[]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isThere = true;
    readCandidates(client, orgId).then(
      (read) => isThere && setCandidates(read),
      (error: unknown) => isThere && setProblem(refusalOf(error).message),
    );
    return () => {
      isThere = false;
    };
  }, []);
  return [candidates, problem];
}

/** Adds names to the API's error, which contains only indexes. */
function explain(error: unknown, chosen: readonly Candidate[]): Refusal {
  const refusal = refusalOf(error, { 409: words.all, 412: words.full });
  if (!(error instanceof RingbinderError)) return refusal;
  const reported = error.fields.flatMap(({ path, message }) => {
    const index = /^users\[(\d+)\]/.exec(path)?.[1];
    const who = index === undefined ? undefined : chosen[Number(index)];
    return who ? [common.about(who.name, message)] : [];
  });
  return reported.length > 0 ? new Refusal(`${reported.join('; ')}.`) : refusal;
}
