let newNote: number | undefined;

/** If the user opens this note next, the page view starts to edit the note. */
export function requestEditor(id: number): void {
  newNote = id;
}

export function consumeEditorRequest(): number | undefined {
  const taken = newNote;
  newNote = undefined;
  return taken;
}
