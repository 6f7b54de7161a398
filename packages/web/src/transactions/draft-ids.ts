export function idsOf(drafts: readonly { id?: string }[], prefix: string): readonly string[] {
  const stored = new Set(drafts.map(({ id }) => id));
  let number = 0;
  return drafts.map(({ id }) => {
    if (id !== undefined) return id;
    do number++;
    while (stored.has(`${prefix}${number}`));
    return `${prefix}${number}`;
  });
}
