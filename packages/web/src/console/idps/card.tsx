import { CopyButton } from '../../design/field.tsx';
import { formatDate } from '../../design/format.ts';
import { Badge } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleIdps as words } from '../../strings/messages/console-idps.ts';
import { textFor } from '../../strings/text-for.ts';
import { ConfirmButton } from '../confirm.tsx';
import { Time } from '../table.tsx';
import { EditIdp, RenewIdp } from './forms.tsx';
import { type Certificate, expiryOf, type Idp } from './idp.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface CardProps {
  idp: Idp;
  forOrg: boolean;
  change: (body: Record<string, unknown>) => Promise<void>;
  remove: () => Promise<void>;
}

export function IdpCard({ idp, forOrg, change, remove }: CardProps) {
  const name = idp.name || idp.idp_id;
  const save = async (body: Record<string, unknown>) => {
    await change(body);
    toast(text.state.saved);
  };
  return (
    <article class="panel record" aria-label={name} tabIndex={-1}>
      <header class="row">
        <h3>{name}</h3>
        <div class="row-actions">
          <EditIdp idp={idp} forOrg={forOrg} save={save} />
          <RenewIdp idp={idp} save={save} />
          <ConfirmButton
            label={words.remove}
            about={name}
            consequence={words.removing}
            act={async () => {
              await remove();
              toast(words.removed);
              return true;
            }}
          />
        </div>
      </header>
      <dl class="facts">
        <dt>{words.entityId}</dt>
        <dd class="mono">{idp.idp_id}</dd>
        <dt>{words.list.signOn}</dt>
        <dd>
          {idp.sso_url ? (
            <>
              <span class="mono">{idp.sso_url}</span>{' '}
              <span class="muted">{words.by(textFor(words.bindings, idp.sso_binding))}</span>
            </>
          ) : (
            <span class="muted">{words.list.noSignOn}</span>
          )}
        </dd>
        {idp.login_url && (
          <>
            <dt>{words.loginUrl}</dt>
            <dd>
              <span class="mono">{idp.login_url}</span>{' '}
              <CopyButton label={words.loginUrl} value={idp.login_url} quiet />
            </dd>
          </>
        )}
        <dt>{words.list.rules}</dt>
        <dd class="badges">
          {idp.sign_requests && <Badge tone="accent">{words.signed}</Badge>}
          {idp.link_by_email && <Badge tone="accent">{words.links}</Badge>}
          {idp.allow_sha1 ? <Badge tone="warn">{words.sha1}</Badge> : <Badge>{words.strict}</Badge>}
        </dd>
        <dt>{words.list.certificates}</dt>
        <dd>
          <ul class="certificates">
            {idp.certificates.map((certificate) => (
              <CertificateLine key={certificate.fingerprint_sha256} of={certificate} />
            ))}
          </ul>
        </dd>
        <dt>{words.list.added}</dt>
        <dd>
          <Time at={idp.created_time} />
        </dd>
      </dl>
    </article>
  );
}

function expiryText(expiry: keyof typeof TONES, date: string, days: number): string {
  if (expiry !== 'expiring') return words[expiry](date);
  return days <= 1 ? words.expiringWithinDay(date) : words.expiring(date, days);
}

const TONES = { expired: 'bad', expiring: 'warn', valid: 'good' } as const;

function CertificateLine({ of }: { of: Certificate }) {
  const now = Date.now();
  const expiry = expiryOf(of, now);
  const date = formatDate(of.expires);
  const days = Math.floor((of.expires - now) / DAY_MS);
  return (
    <li>
      <p class="row">
        <strong>{of.subject.replaceAll('\n', ', ')}</strong>
        <Badge tone={TONES[expiry]}>{expiryText(expiry, date, days)}</Badge>
      </p>
      <p class="mono muted">
        {words.list.fingerprint} {of.fingerprint_sha256}
      </p>
    </li>
  );
}
