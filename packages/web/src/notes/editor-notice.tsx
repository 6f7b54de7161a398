import type { ComponentChildren } from 'preact';
import type { BinderContext } from '../binder/context.ts';
import { Avatar } from '../design/avatar.tsx';
import { notes as text } from '../strings/messages/notes.ts';
import type { Editor, NoteClaim } from './note-claim.ts';

interface NoticeProps {
  person?: Editor | undefined;
  words: string;
  children?: ComponentChildren;
}

export function Notice({ person, words, children }: NoticeProps) {
  return (
    <div class="note-notice" role="status">
      {person && <Avatar id={person.id} name={person.name} small />}
      <span>{words}</span>
      {children}
    </div>
  );
}

function Button({ label, act }: { label: string; act: () => void }) {
  return (
    <button type="button" class="button compact" onClick={act}>
      {label}
    </button>
  );
}

/** The server may still know the claim of a tab that is gone. */
async function claimOrAsk(claim: NoteClaim): Promise<void> {
  await claim.claim(true);
  if (typeof claim.holder.peek() === 'object') claim.ask();
}

export function CurrentEditor({ binder, claim }: { binder: BinderContext; claim: NoteClaim }) {
  const { value: holder } = claim.holder;
  if (!binder.canWrite.value) return <Notice words={text.readOnly} />;
  if (typeof holder === 'string')
    return (
      <Notice words={text.free}>
        <Button label={text.edit} act={() => void claimOrAsk(claim)} />
      </Notice>
    );
  if (holder.id === binder.me.id)
    return (
      <Notice words={text.editingElsewhere}>
        <Button label={text.editHere} act={() => void claim.claim(true)} />
      </Notice>
    );
  if (claim.hasAsked.value) return <Notice person={holder} words={text.asked(holder.name)} />;
  return (
    <Notice person={holder} words={text.editing(holder.name)}>
      <Button label={text.ask} act={claim.ask} />
    </Notice>
  );
}

export function EditingNotice({ binder, claim }: { binder: BinderContext; claim: NoteClaim }) {
  const { value: holder } = claim.holder;
  if (typeof holder === 'string') return null;
  const isMe = holder.id === binder.me.id;
  const words = isMe ? text.editingElsewhere : text.editing(holder.name);
  return <Notice person={holder} words={words} />;
}

export function HandOverRequest({ claim, handOver }: { claim: NoteClaim; handOver: () => Promise<void> }) {
  const { value: asking } = claim.asking;
  if (!asking) return null;
  return (
    <Notice person={asking} words={text.asks(asking.name)}>
      <Button label={text.handOver} act={() => void handOver()} />
      <button type="button" class="button compact quiet" onClick={claim.refuse}>
        {text.notNow}
      </button>
    </Notice>
  );
}
