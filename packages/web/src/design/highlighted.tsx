import { Fragment } from 'preact';
import { systemWords } from '../strings/system-words.ts';

export function Highlighted({
  text,
  highlights,
  is_feed: isFeed,
}: {
  text: string;
  highlights: readonly { start: number; end: number }[];
  /** True for system messages. Their offsets refer to the English text, so a translation shows no highlights. */
  is_feed?: boolean | undefined;
}) {
  const words = isFeed ? systemWords(text) : text;
  if (words !== text) return <>{words}</>;
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
