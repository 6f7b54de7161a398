import { type ReadonlySignal, signal } from '@preact/signals';

type EditorModule = typeof import('./editor/editor.tsx');

const loaded = signal<EditorModule | undefined>(undefined);

export const editorModule: ReadonlySignal<EditorModule | undefined> = loaded;

export async function loadEditor(): Promise<void> {
  loaded.value ??= await import('./editor/editor.tsx').catch(() => undefined);
}
