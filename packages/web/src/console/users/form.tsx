import type { components } from '@ringbinder/client';
import { languages } from '@ringbinder/locales/languages.ts';
import { useState } from 'preact/hooks';
import { Checks, Field, Select } from '../../design/field.tsx';
import type { FormValues } from '../../design/form-dialog.tsx';
import { nameLanguage } from '../../design/format.ts';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consolePeople } from '../../strings/messages/console-people.ts';
import { saveChanges } from '../changes.ts';
import { useConsole } from '../context.ts';
import { FormButton } from '../form-button.tsx';

export type OrgUser = components['schemas']['OrgUser'];

const words = consolePeople.users;
export const languageChoices = () =>
  languages
    .map((code) => [code, nameLanguage(code)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));

const mailOutcome = ({ email, setup_link_mailed: isMailed }: OrgUser) =>
  isMailed ? words.setupMailed(email ?? '') : words.setupNotMailed(words.reset);

interface UserFormProps {
  user?: OrgUser;
  save: (body: Record<string, unknown>) => Promise<unknown>;
  reload: () => void;
}

export function UserForm({ user, save, reload }: UserFormProps) {
  const { boot } = useConsole();
  const mayPartner = boot.admin.is_partner_admin;
  const send = async (values: FormValues) => {
    const body: Record<string, unknown> = { role: values.get('role') };
    for (const name of ['first_name', 'last_name']) body[name] = values.get(name);
    for (const name of ['email', 'unique_id', 'password', 'language'])
      if (values.get(name)) body[name] = values.get(name);
    const isPartnerAdmin = values.has('is_partner_admin');
    if (mayPartner && isPartnerAdmin !== (user?.is_partner_admin ?? false))
      body.is_partner_admin = isPartnerAdmin;
    const mailsLink = !user && 'email' in body && !('password' in body);
    if (mailsLink) body.mail_setup_link = true;
    // Always send a chosen language, which the person keeps when the org's language changes.
    const saved = await saveChanges(user && { ...user, language: undefined }, body, save);
    toast(mailsLink ? mailOutcome(saved as OrgUser) : text.state.saved);
    reload();
  };
  const lacksMail = boot.lacks_mail ?? false;
  const password = (
    <Field label={words.fields.password} name="password" type="password" hint={words.passwordHint} />
  );
  const uniqueId = (
    <Field
      label={words.fields.uniqueId}
      name="unique_id"
      value={user?.unique_id ?? ''}
      hint={words.uniqueIdHint}
    />
  );
  return (
    <FormButton
      title={user ? words.edit(user.name) : words.create}
      {...(user ? { label: text.actions.edit } : { kind: 'primary' })}
      send={send}
    >
      <div class="pair">
        <Field label={words.fields.firstName} name="first_name" value={user?.first_name ?? ''} />
        <Field label={words.fields.lastName} name="last_name" value={user?.last_name ?? ''} />
      </div>
      <Field
        label={words.fields.email}
        name="email"
        type="email"
        value={user?.email ?? ''}
        {...(!user && !lacksMail && { hint: words.emailHint })}
      />
      {user && uniqueId}
      {!user && lacksMail && password}
      <div class="pair">
        <Select
          label={words.fields.role}
          name="role"
          options={[
            ['member', words.roles.member],
            ['admin', words.roles.admin],
          ]}
          value={user?.role ?? 'member'}
        />
        <LanguageChoice {...(user && { user })} />
      </div>
      {mayPartner && (
        <Checks
          legend={words.fields.rights}
          name="is_partner_admin"
          options={[['true', words.fields.partnerAdmin]]}
          checked={user?.is_partner_admin ? ['true'] : []}
        />
      )}
      {!user && (
        <details class="draft-buttons">
          <summary>{words.more}</summary>
          <div class="stack">
            {uniqueId}
            {!lacksMail && password}
          </div>
        </details>
      )}
    </FormButton>
  );
}

function LanguageChoice({ user }: Pick<UserFormProps, 'user'>) {
  const [choice, setChoice] = useState<string>();
  return (
    <Select
      label={words.fields.language}
      name={choice === undefined ? '' : 'language'}
      options={user ? languageChoices() : [['', words.orgLanguage], ...languageChoices()]}
      value={choice ?? user?.language ?? ''}
      onChange={setChoice}
    />
  );
}
