import type { BinderCard } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { FormDialog } from '../design/form-dialog.tsx';
import { downloads as text } from '../strings/messages/downloads.ts';
import { titleOf } from '../timeline/card.ts';
import { useApp } from '../timeline/context.ts';
import { type DownloadRequest, startDownload } from './downloads.ts';

export function ExportBinder({ card, close }: { card: BinderCard; close: () => void }) {
  const { boot } = useApp();
  const { binder: words } = text;
  const name = titleOf(card, boot.user.name);
  const request = { path: `${card.binder.id}/archive`, fileName: `${excerpt(name, 100)}.tar` };
  return <DownloadDialog words={words} title={words.title(name)} request={request} close={close} />;
}

export function DownloadOwnData({ close }: { close: () => void }) {
  const { own: words } = text;
  const request = { path: 'me/data', fileName: words.fileName };
  return <DownloadDialog words={words} title={words.title} request={request} close={close} />;
}

interface DialogProps {
  words: { about: string; care: string; submit: string };
  title: string;
  request: DownloadRequest;
  close: () => void;
}

function DownloadDialog({ words, title, request, close }: DialogProps) {
  const { client } = useApp();
  const send = async () => {
    startDownload(client, request);
    close();
  };
  return (
    <FormDialog title={title} submit={words.submit} close={close} send={send}>
      <p>{words.about}</p>
      <p class="muted small">{words.care}</p>
    </FormDialog>
  );
}
