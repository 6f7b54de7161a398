let newNote: number | undefined;

/** Makes the page view open the editor if the note is the next page that the user opens. */
export function editNext(id: number): void {
  newNote = id;
}

export function takeNewNote(): number | undefined {
  const taken = newNote;
  newNote = undefined;
  return taken;
}
