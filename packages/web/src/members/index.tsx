import type { BinderState } from '@ringbinder/client';
import type { Member } from '@ringbinder/protocol';
import { useMemo, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { takeFirstStep } from '../binder/first-step.ts';
import { createOptimistic } from '../binder/optimistic.ts';
import { isOwner, membersOf } from '../binder/people.ts';
import { SectionHead } from '../binder/section.tsx';
import { Glyph } from '../design/glyph.tsx';
import { Skeleton } from '../design/states.tsx';
import { binder as binderWords } from '../strings/messages/binder.ts';
import { members as text } from '../strings/messages/members.ts';
import { AddPeople } from './add.tsx';
import { type Changes, createChanges } from './changes.ts';
import { InvitedRow, MemberRow } from './row.tsx';

export function Members({ binder }: { binder: BinderContext }) {
  const changes = useMemo(() => createChanges(binder, createOptimistic(binder.state)), [binder]);
  const [adding, setAdding] = useState(() => takeFirstStep(binder, 'members'));
  const state = changes.view.value;
  if (!state) return <Skeleton />;
  const all = membersOf(state);
  const people = all.filter(({ user }) => !user.is_bot);
  const bots = all.filter(({ user }) => user.is_bot);
  const invited = state.members.filter(({ status }) => status === 'BOARD_INVITED');
  const canWrite = binder.canWrite.value;
  return (
    <div class="section-page">
      <SectionHead title={binderWords.sections.members}>
        {canWrite && (
          <button
            type="button"
            class="button compact primary"
            onClick={binder.invite ?? (() => setAdding(true))}
          >
            <Glyph name="add" />
            {text.add}
          </button>
        )}
      </SectionHead>
      <Group name="list" binder={binder} changes={changes} state={state} members={people} />
      <Group name="bots" binder={binder} changes={changes} state={state} members={bots} />
      {invited.length > 0 && (
        <section class="section-group" aria-labelledby="members-invited">
          <h3 id="members-invited">
            {text.invited} <span class="group-count">{invited.length}</span>
          </h3>
          <p class="muted small">{binder.me.is_admin ? text.waitsForAdmin : text.waits}</p>
          <ul class="rows">
            {invited.map((member) => (
              <InvitedRow
                key={`${member.user.org_id} ${member.user.name}`}
                binder={binder}
                changes={changes}
                member={member}
                canWrite={canWrite}
              />
            ))}
          </ul>
        </section>
      )}
      {adding && <AddPeople binder={binder} close={() => setAdding(false)} />}
    </div>
  );
}

interface GroupProps {
  name: 'list' | 'bots';
  binder: BinderContext;
  changes: Changes;
  state: BinderState;
  members: readonly Member[];
}

function Group({ name, binder, changes, state, members }: GroupProps) {
  if (members.length === 0) return null;
  return (
    <section class="section-group" aria-labelledby={`members-${name}`}>
      <h3 id={`members-${name}`}>
        {text[name]} <span class="group-count">{members.length}</span>
      </h3>
      <ul class="rows">
        {members.map((member) => (
          <MemberRow
            key={member.user.id}
            binder={binder}
            changes={changes}
            member={member}
            orgId={state.members.find(({ user }) => user.id === binder.me.id)?.user.org_id}
            isMine={isOwner(state, binder.me.id)}
          />
        ))}
      </ul>
    </section>
  );
}
