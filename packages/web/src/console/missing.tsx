import { text } from '../strings/en.ts';
import { Head } from './head.tsx';
import { PageLink } from './link.tsx';

/** What an address shows that no page of the console has. */
export function MissingPage() {
  return (
    <>
      <Head title={text.shell.missing} about={text.shell.missingAbout} />
      <p>
        <PageLink page="overview">{text.shell.missingLink}</PageLink>
      </p>
    </>
  );
}
