import { type operations, unwrap } from '@ringbinder/client';
import { explained } from '../binder/refusal.ts';
import { Select } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { changeReader } from '../design/reader.ts';
import { language, setLanguage } from '../strings/language.ts';
import { account as words } from '../strings/messages/account.ts';
import { languages } from '../strings/supported-language.ts';
import { useApp } from '../timeline/context.ts';

type Language = NonNullable<
  NonNullable<operations['updateProfile']['requestBody']>['content']['application/json']['language']
>;

/** Chromium has no language names in Nynorsk, so Bokmål is the fallback. */
const options = () =>
  languages
    .map(
      (each) =>
        [
          each,
          new Intl.DisplayNames([tagOf(each), 'nb'], { type: 'language' }).of(tagOf(each)) ?? each,
        ] as const,
    )
    .toSorted(([, one], [, other]) => one.localeCompare(other));

const tagOf = (code: string) => ({ zh: 'zh-Hans', 'zh-tw': 'zh-Hant' })[code] ?? code;

export function LanguageDialog({ close }: { close: () => void }) {
  const { client, boot } = useApp();
  const send = async (values: FormValues) => {
    const chosen = values.get('language') as Language;
    await explained(unwrap(client.api.POST('/me', { body: { language: chosen } })) as Promise<unknown>);
    boot.user.language = chosen;
    changeReader({ language: chosen });
    close();
    await setLanguage(chosen);
  };
  return (
    <FormDialog title={words.language} submit={words.saveLanguage} close={close} send={send}>
      <Select name="language" label={words.language} value={language()} options={options()} />
    </FormDialog>
  );
}
