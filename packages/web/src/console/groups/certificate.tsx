import type { components } from '@ringbinder/client';
import { useRef } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { FileField } from '../../design/file-field.tsx';
import { formatDate } from '../../design/format.ts';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleCertificate as words } from '../../strings/messages/console-certificate.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { FormButton } from '../form-button.tsx';
import { useLoad } from '../load.ts';

type Certificate = components['schemas']['ReceiptCertificate'];

export function CertificateButtons() {
  const { call, orgId } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  const path = `/orgs/${orgId}/receipt_certificate`;
  return (
    <>
      <FormButton
        title={words.title}
        submit={words.upload}
        kind="plain"
        send={async (values) => {
          const pkcs12 = await readBase64(input.current?.files?.[0]);
          await call('POST', path, { pkcs12, password: values.get('password') });
          toast(text.state.saved);
        }}
      >
        <p class="muted small">{words.about}</p>
        <Current path={path} />
        <FileField
          label={words.file}
          name="pkcs12"
          accept=".p12,.pfx,application/x-pkcs12"
          hint={words.fileHint}
          input={input}
        />
        <Field label={words.password} name="password" type="password" />
      </FormButton>
      <ConfirmButton
        label={words.delete}
        about={words.title}
        consequence={words.deletion}
        act={async () => {
          await call('DELETE', path);
          return undefined;
        }}
      />
    </>
  );
}

function Current({ path }: { path: string }) {
  const { call } = useConsole();
  const [loading] = useLoad(path, (signal) => call<Certificate>('GET', path, undefined, signal));
  if (loading.state !== 'ready') return null;
  const { subject, valid_until_time: until } = loading.value;
  return <p dir="auto">{words.current(subject.replaceAll('\n', ', '), formatDate(until))}</p>;
}

function readBase64(file: File | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    const fail = () => reject(new Error(words.unreadable));
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = fail;
    if (file) reader.readAsDataURL(file);
    else fail();
  });
}
