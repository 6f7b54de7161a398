let newNote: number | undefined;

/** If the note is the next opened page, the page view opens its editor. */
export function editNext(id: number): void {
  newNote = id;
}

export function takeNewNote(): number | undefined {
  const taken = newNote;
  newNote = undefined;
  return taken;
}
