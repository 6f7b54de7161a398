import { Fragment } from 'preact';

/** A text with marked ranges. `highlights` are UTF-16 offsets, sorted, without overlaps. */
export function Highlighted({
  text,
  highlights,
}: {
  text: string;
  highlights: readonly { start: number; end: number }[];
}) {
  return (
    <>
      {highlights.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(highlights[at - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(highlights.at(-1)?.end ?? 0)}
    </>
  );
}
