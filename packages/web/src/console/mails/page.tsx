import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import { consoleMails as words } from '../../strings/messages/console-mails.ts';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { languageChoices } from '../users/form.tsx';

/** Shows emails in a frame that runs no scripts. */
export function MailsPage() {
  const { boot } = useConsole();
  const [language, setLanguage] = useState(boot.user.language);
  const query = new URLSearchParams({ language });
  return (
    <>
      <Head title={words.title} about={words.about} />
      <Select
        label={words.language}
        name="language"
        options={languageChoices()}
        value={language}
        onChange={setLanguage}
      />
      <iframe
        class="panel mail-preview"
        title={words.preview}
        src={`${boot.root}/mail-preview?${query}`}
        sandbox=""
      />
    </>
  );
}
