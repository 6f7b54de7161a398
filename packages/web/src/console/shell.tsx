import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { createCall } from '../api.ts';
import type { ConsoleBoot } from '../boot.ts';
import { Select } from '../design/field.tsx';
import { ThemeButton } from '../design/theme.tsx';
import { Toasts } from '../design/toast.tsx';
import { text } from '../strings/en.ts';
import { AuditPage } from './audit/page.tsx';
import { BotsPage } from './bots/page.tsx';
import { ClientsPage } from './clients/page.tsx';
import { Context } from './context.ts';
import { OrgsPage } from './orgs/page.tsx';
import { OverviewPage } from './overview/page.tsx';
import { SessionsPage } from './sessions/page.tsx';
import { TokensPage } from './tokens/page.tsx';
import { UsersPage } from './users/page.tsx';

type PageName = keyof typeof text.pages;

const PAGES: Record<PageName, ComponentType> = {
  overview: OverviewPage,
  orgs: OrgsPage,
  users: UsersPage,
  clients: ClientsPage,
  bots: BotsPage,
  tokens: TokensPage,
  sessions: SessionsPage,
  audit: AuditPage,
};
const FOR_PARTNERS: readonly string[] = ['orgs', 'clients'];

const path = signal(location.pathname);
addEventListener('popstate', () => {
  path.value = location.pathname;
});

/** The console: sidebar, and the page that the address names. */
export function Console({ boot }: { boot: ConsoleBoot }) {
  const call = useMemo(() => createCall(boot), [boot]);
  const [orgId, setOrgId] = useState(boot.admin.org_id);
  const shown = (Object.keys(PAGES) as PageName[]).filter(
    (name) => boot.admin.is_partner_admin || !FOR_PARTNERS.includes(name),
  );
  const wished = path.value.slice(boot.root.length + 1).split('/')[0];
  const current = shown.find((name) => name === wished) ?? 'overview';
  const go = (page: string) => {
    const target = page === 'overview' ? boot.root : `${boot.root}/${page}`;
    history.pushState(null, '', target);
    path.value = target;
    document.getElementById('work')?.focus();
  };
  useEffect(() => {
    document.title = `${text.pages[current]} · Ringbinder`;
  }, [current]);
  const Page = PAGES[current];
  return (
    <Context.Provider value={{ call, boot, orgId, go }}>
      <a class="button primary skip" href="#work">
        {text.shell.skip}
      </a>
      <div class="shell">
        <div class="side">
          <p class="brand">
            <Mark /> Ringbinder
            {boot.environment === 'sandbox' && <span class="badge accent">{text.shell.sandbox}</span>}
          </p>
          {boot.admin.is_partner_admin && (
            <OrgSwitch call={call} boot={boot} orgId={orgId} choose={setOrgId} />
          )}
          <nav aria-label={text.shell.menu}>
            <ul>
              {shown.map((name) => (
                <li key={name}>
                  <a
                    href={name === 'overview' ? boot.root : `${boot.root}/${name}`}
                    aria-current={name === current ? 'page' : undefined}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      go(name);
                    }}
                  >
                    {text.pages[name]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div class="foot">
            <p>
              <strong>{boot.admin.name}</strong>
              <span class="muted">{boot.admin.email ?? boot.admin.org_name}</span>
            </p>
            <ThemeButton />
            <button type="submit" form="sign-out" class="button compact">
              {text.shell.signOut}
            </button>
          </div>
        </div>
        <main class="work" id="work" tabIndex={-1}>
          <header>
            <h1>{text.pages[current]}</h1>
            <p>{text.about[current]}</p>
          </header>
          <Page key={`${current} ${orgId}`} />
        </main>
      </div>
      <Toasts />
    </Context.Provider>
  );
}

function Mark() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <rect x="6" y="3" width="14" height="18" rx="2.5" />
      <path d="M3.5 8h5M3.5 12h5M3.5 16h5M13 8h4" />
    </svg>
  );
}

interface OrgSwitchProps {
  call: ReturnType<typeof createCall>;
  boot: ConsoleBoot;
  orgId: string;
  choose: (orgId: string) => void;
}

/** Which org is administered, for admins of the partner. Lists the orgs again when the page changes: one may be new. */
function OrgSwitch({ call, boot, orgId, choose }: OrgSwitchProps) {
  const own = [boot.admin.org_id, boot.admin.org_name] as const;
  const [options, setOptions] = useState<(readonly [string, string])[]>([own]);
  useEffect(() => {
    call<{ orgs: { id: string; name: string }[] }>('GET', `/partners/${boot.admin.partner_id}/orgs`).then(
      ({ orgs }) => setOptions(orgs.map(({ id, name }) => [id, name] as const)),
      () => {},
    );
  }, [path.value]);
  return <Select label={text.shell.org} name="org" options={options} value={orgId} onChange={choose} />;
}
