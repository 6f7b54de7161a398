export type Edit = readonly {
  readonly uuid: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}[];

export interface History {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  add(edit: Edit, series?: string): void;
  takeUndo(): Edit | undefined;
  takeRedo(): Edit | undefined;
}

const MAX_EDITS = 200;

export function createHistory(): History {
  const done: Edit[] = [];
  const undone: Edit[] = [];
  let lastSeries: string | undefined;
  return {
    get canUndo() {
      return done.length > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
    add(edit, series) {
      const last = done.at(-1);
      if (series !== undefined && series === lastSeries && last) done[done.length - 1] = together(last, edit);
      else done.push(edit);
      lastSeries = series;
      if (done.length > MAX_EDITS) done.shift();
      undone.length = 0;
    },
    takeUndo() {
      lastSeries = undefined;
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

export function inverse(edit: Edit): Edit {
  return edit.map(({ uuid, before, after }) => ({ uuid, before: after, after: before })).toReversed();
}

function together(first: Edit, second: Edit): Edit {
  const later = new Map(second.map((part) => [part.uuid, part]));
  const both = first.map((part) => ({ ...part, after: (later.get(part.uuid) ?? part).after }));
  const uuids = new Set(first.map(({ uuid }) => uuid));
  return [...both, ...second.filter(({ uuid }) => !uuids.has(uuid))];
}
