import { type ReadonlySignal, signal } from '@preact/signals';

type EditorModule = typeof import('./editor/editor.tsx');

const loaded = signal<EditorModule | undefined>(undefined);

/** The editor's code, once it is loaded. */
export const editorModule: ReadonlySignal<EditorModule | undefined> = loaded;

/** Loads the editor. Without a connection the textarea stays, and the next call tries again. */
export async function loadEditor(): Promise<void> {
  loaded.value ??= await import('./editor/editor.tsx').catch(() => undefined);
}
