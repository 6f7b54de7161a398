import { effect, type Signal } from '@preact/signals';
import { resumeEach, type Session, storedFilesOf } from '../pages/stored-uploads.ts';

export interface StagedFile {
  id: string;
  file: File;
  picture?: string;
  description?: string;
  isVoice?: boolean | undefined;
}

/** Restores the files that an earlier page left in `place`, and stores the changes of `all`. */
export async function storeStaged(
  session: Session,
  place: string,
  all: Signal<readonly StagedFile[]>,
): Promise<void> {
  const store = storedFilesOf(session);
  const restored: StagedFile[] = [];
  const list = async () => (await store.list()).filter(({ binderId }) => binderId === place);
  await resumeEach({ list }, ({ key: id, file, message: { kind = 'file', body } = {} }) => {
    restored.push({
      id,
      file,
      isVoice: kind === 'audio',
      ...(body?.file_description && { description: body.file_description }),
      ...(file.type.startsWith('image/') && { picture: URL.createObjectURL(file) }),
    });
  });
  const stored = new Map(
    restored.map((each) => [each.id, { staged: each, writing: Promise.resolve(), end: () => {} }]),
  );
  if (restored.length > 0) all.value = [...restored, ...all.peek()];
  effect(() => {
    const staged = all.value;
    for (const [id, { writing, end }] of stored) {
      if (staged.some((each) => each.id === id)) continue;
      stored.delete(id);
      void writing.then(() => store.remove(id)).finally(end);
    }
    for (const each of staged) {
      const before = stored.get(each.id);
      if (before?.staged === each) continue;
      const claim = new AbortController();
      const message = {
        kind: each.isVoice ? ('audio' as const) : ('file' as const),
        body: { message: {}, ...(each.description && { file_description: each.description }) },
      };
      const upload = { key: each.id, binderId: place, file: each.file, message, addedAt: Date.now() };
      const writing = before
        ? before.writing.then(() => store.change(each.id, { message }))
        : store.add(upload, claim.signal).then(() => undefined);
      stored.set(each.id, { staged: each, writing, end: before?.end ?? (() => claim.abort()) });
    }
  });
}
