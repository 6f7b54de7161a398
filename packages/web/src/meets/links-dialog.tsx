import type { Meet } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { formatTime } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { Skeleton } from '../design/states.tsx';
import { toastError } from '../design/toast.tsx';
import { text as common } from '../strings/common.ts';
import { meets as text } from '../strings/messages/meets.ts';
import type { GuestLink, MeetActions } from './actions.ts';
import { copy } from './copy.ts';

interface LinksDialogProps {
  meet: Meet;
  actions: MeetActions;
  close: () => void;
}

export function LinksDialog({ meet, actions, close }: LinksDialogProps) {
  const [links, setLinks] = useState<readonly GuestLink[]>();
  const [isBusy, setBusy] = useState(false);
  const words = text.links;
  const work = async (act: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await act();
      setLinks(await actions.listGuestLinks(meet));
    } catch (error) {
      toastError((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => void work(async () => undefined), []);
  return (
    <Dialog title={words.title} close={close}>
      <p>{words.about}</p>
      {links === undefined && <Skeleton />}
      {links?.length === 0 && <p class="muted">{words.none}</p>}
      {links !== undefined && links.length > 0 && (
        <ul class="meet-links" aria-label={words.title}>
          {links.map(({ id, user, created_time, expires_time }) => (
            <li key={id}>
              <span>
                {words.madeBy(user.name, formatTime(created_time))}
                <span class="muted small">{words.until(formatTime(expires_time))}</span>
              </span>
              <button
                type="button"
                class="button compact quiet danger"
                aria-label={words.revokeOne(user.name, formatTime(created_time))}
                aria-disabled={isBusy}
                onClick={() => void work(() => actions.revokeGuestLink(meet, id))}
              >
                {words.revoke}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="choose">
        <button type="button" class="button compact" onClick={close}>
          {common.actions.close}
        </button>
        <button
          type="button"
          class="button compact primary"
          aria-disabled={isBusy}
          onClick={() => void work(() => copy(() => actions.makeGuestLink(meet)))}
        >
          <Glyph name="link" />
          {words.make}
        </button>
      </div>
    </Dialog>
  );
}
