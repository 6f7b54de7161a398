import type { Meet } from '@ringbinder/protocol';
import { useMemo, useState } from 'preact/hooks';
import { address } from '../address.ts';
import { meetTitle } from '../binder/binder-title.ts';
import type { BinderContext } from '../binder/context.ts';
import { takeFirstStep } from '../binder/first-step.ts';
import { isOwner } from '../binder/people.ts';
import { SectionHead } from '../binder/section.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { Menu } from '../design/menu.tsx';
import { Skeleton } from '../design/states.tsx';
import { useRecordings } from '../recordings/use-recordings.ts';
import { meets as text } from '../strings/messages/meets.ts';
import { createMeetActions, type MeetActions } from './actions.ts';
import { groupMeets } from './groups.ts';
import { LinksDialog } from './links-dialog.tsx';
import { menuOf, type OpenDialog } from './menu.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { RepliesDialog } from './replies-dialog.tsx';
import { MeetRow } from './row.tsx';

const FIRST_PAST = 20;

export function Meets({ binder }: { binder: BinderContext }) {
  const actions = useMemo(() => createMeetActions(binder), [binder]);
  const [openDialog, setOpenDialog] = useState<OpenDialog | undefined>(() =>
    takeFirstStep(binder, 'meets') ? { kind: 'schedule' } : undefined,
  );
  const [hasAnswered, setAnswered] = useState(false);
  const [menu, setMenu] = useState<{ meet: Meet; at: { x: number; y: number } }>();
  const [pastLimit, setPastLimit] = useState(FIRST_PAST);
  const recordings = useRecordings(binder);
  const state = binder.state.value;
  if (!state) return <Skeleton />;
  const groups = groupMeets(state.meets);
  // An email about a meet leads here.
  const answered = new URLSearchParams(address.value.query).get('answer');
  const invitedTo = groups.planned.find(({ session_key }) => session_key === answered);
  const shownDialog: OpenDialog | undefined =
    openDialog ?? (invitedTo && !hasAnswered ? { kind: 'replies', meet: invitedTo } : undefined);
  const canWrite = binder.canWrite.value;
  const isHost = ({ host }: Meet) => host.id === binder.me.id || isOwner(state, binder.me.id);
  const openMenu = (meet: Meet) => (button: HTMLElement) => {
    const { left, bottom } = button.getBoundingClientRect();
    setMenu({ meet, at: { x: left, y: bottom + 4 } });
  };
  return (
    <div class="section-page meets-page">
      <SectionHead title={text.title}>
        {canWrite && (
          <button
            type="button"
            class="button compact primary"
            onClick={() => setOpenDialog({ kind: 'schedule' })}
          >
            <Glyph name="add" />
            {text.schedule}
          </button>
        )}
      </SectionHead>
      {state.meets.length === 0 && (
        <div class="empty">
          <Glyph name="video" />
          <h3>{text.empty}</h3>
          <p>{canWrite ? text.emptyHint : text.emptyReadOnly}</p>
        </div>
      )}
      {(['running', 'planned', 'past'] as const).map((name) => {
        const all = groups[name];
        if (all.length === 0) return null;
        const visible = name === 'past' ? all.slice(0, pastLimit) : all;
        return (
          <section class="section-group" aria-labelledby={`meets-${name}`} key={name}>
            <h3 id={`meets-${name}`}>
              {text.groups[name]} <span class="group-count">{all.length}</span>
            </h3>
            <ul class="rows">
              {visible.map((meet) => (
                <MeetRow
                  key={meet.id}
                  binder={binder}
                  meet={meet}
                  recording={recordings?.preparing.find(
                    ({ session_key }) => session_key === meet.session_key,
                  )}
                  openMenu={openMenu(meet)}
                  openReplies={() => setOpenDialog({ kind: 'replies', meet })}
                />
              ))}
            </ul>
            {all.length > visible.length && (
              <button
                type="button"
                class="button compact quiet"
                onClick={() => setPastLimit(pastLimit + FIRST_PAST)}
              >
                {text.more(all.length - visible.length)}
              </button>
            )}
          </section>
        );
      })}
      {menu && (
        <Menu
          label={text.actionsOf(meetTitle(menu.meet.name, binder))}
          items={menuOf(menu.meet, { actions, openDialog: setOpenDialog, isHost: isHost(menu.meet) })}
          at={menu.at}
          close={() => setMenu(undefined)}
        />
      )}
      {shownDialog && (
        <Dialogs
          binder={binder}
          openDialog={shownDialog}
          actions={actions}
          close={() => {
            setOpenDialog(undefined);
            setAnswered(true);
          }}
        />
      )}
    </div>
  );
}

interface DialogsProps {
  binder: BinderContext;
  openDialog: OpenDialog;
  actions: MeetActions;
  close: () => void;
}

function Dialogs({ binder, openDialog: asked, actions, close }: DialogsProps) {
  if (asked.kind === 'schedule') return <PlanDialog actions={actions} close={close} />;
  const { kind, meet } = asked;
  if (kind === 'change') return <PlanDialog actions={actions} meet={meet} close={close} />;
  if (kind === 'replies') {
    const newest = binder.state.value?.meets.find(({ id }) => id === meet.id) ?? meet;
    return <RepliesDialog binder={binder} meet={newest} actions={actions} close={close} />;
  }
  if (kind === 'links') return <LinksDialog meet={meet} actions={actions} close={close} />;
  const isCancel = kind === 'cancel';
  const name = meetTitle(meet.name, binder);
  return (
    <FormDialog
      title={isCancel ? text.cancelTitle : text.endTitle}
      submit={isCancel ? text.cancel : text.end}
      danger
      close={close}
      send={async (values) => {
        await (isCancel ? actions.cancel(meet, values.has('following')) : actions.end(meet));
        close();
      }}
    >
      <p>{isCancel ? text.cancelConsequence(name) : text.endConsequence(name)}</p>
      {isCancel && meet.repeat && (
        <label class="check">
          <input type="checkbox" name="following" />
          {text.cancelFollowing}
        </label>
      )}
    </FormDialog>
  );
}
