/** What one gesture did to annotations, by uuid: their markup before and after; undefined where there was none. */
export type Edit = readonly {
  readonly uuid: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}[];

/** The way back and forth among what one did oneself. */
export interface History {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  add(edit: Edit): void;
  /** Takes what was done last, or undone last. Undefined when there is nothing. */
  takeUndo(): Edit | undefined;
  takeRedo(): Edit | undefined;
}

const MAX_EDITS = 200;

/** An empty history. What is done after an undo takes the place of what was undone. */
export function createHistory(): History {
  const done: Edit[] = [];
  const undone: Edit[] = [];
  return {
    get canUndo() {
      return done.length > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
    add(edit) {
      done.push(edit);
      if (done.length > MAX_EDITS) done.shift();
      undone.length = 0;
    },
    takeUndo() {
      const edit = done.pop();
      if (edit) undone.push(edit);
      return edit;
    },
    takeRedo() {
      const edit = undone.pop();
      if (edit) done.push(edit);
      return edit;
    },
  };
}

/** An edit that takes another one back. */
export function inverse(edit: Edit): Edit {
  return edit.map(({ uuid, before, after }) => ({ uuid, before: after, after: before })).toReversed();
}
