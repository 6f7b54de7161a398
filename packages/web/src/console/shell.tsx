import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { address, goTo } from '../address.ts';
import { createCall } from '../api.ts';
import type { ConsoleBoot } from '../boot.ts';
import { lazy } from '../design/states.tsx';
import { Toasts } from '../design/toasts.tsx';
import { text } from '../strings/console.ts';
import { binder } from '../strings/messages/binder.ts';
import { AuditPage } from './audit/page.tsx';
import { Context, type OrgRef } from './context.ts';
import { Head } from './head.tsx';
import { PageLink } from './link.tsx';
import { OverviewPage } from './overview/page.tsx';
import { SessionsPage } from './sessions/page.tsx';
import { PAGE_GROUPS, type PageName, Side } from './side.tsx';
import { TokensPage } from './tokens/page.tsx';
import { UsersPage } from './users/page.tsx';

/** `place` is the path after the page's name. */
const PAGES: Record<PageName, ComponentType<{ place: string }>> = {
  overview: OverviewPage,
  users: UsersPage,
  binders: lazy(() => import('./binders/page.tsx').then((module) => module.BindersPage)),
  clients: lazy(() => import('./clients/page.tsx').then((module) => module.ClientsPage)),
  bots: lazy(() => import('./bots/page.tsx').then((module) => module.BotsPage)),
  groups: lazy(() => import('./groups/page.tsx').then((module) => module.GroupsPage)),
  idps: lazy(() => import('./idps/page.tsx').then((module) => module.IdpsPage)),
  mails: lazy(() => import('./mails/page.tsx').then((module) => module.MailsPage)),
  tokens: TokensPage,
  sessions: SessionsPage,
  audit: AuditPage,
  orgs: lazy(() => import('./orgs/page.tsx').then((module) => module.OrgsPage)),
  background: lazy(() => import('./background/page.tsx').then((module) => module.BackgroundPage)),
};

const PLACES: Readonly<Partial<Record<PageName, RegExp>>> = {
  users: /^(U\w{22})?$/,
  clients: /^(org|C\w{22})?$/,
  bots: /^(apps|C\w{22})?$/,
  idps: /^(all)?$/,
};
const NO_PLACE = /^$/;
const PARTNER_PAGES: readonly PageName[] = ['orgs', 'background'];

export function Console({ boot }: { boot: ConsoleBoot }) {
  const call = useMemo(() => createCall(boot), [boot]);
  const { admin, root } = boot;
  const { path, query } = address.value;
  const orgId = (admin.is_partner_admin && new URLSearchParams(query).get('org')) || admin.org_id;
  const [named, setNamed] = useState<OrgRef>({ id: admin.org_id, name: admin.org_name });
  useEffect(() => {
    if (named.id === orgId) return;
    call<OrgRef>('GET', `/orgs/${orgId}`).then(setNamed, () => setNamed({ id: orgId, name: orgId }));
  }, [orgId]);

  const [section = '', ...rest] = path.slice(root.length + 1).split('/');
  const open = PAGE_GROUPS.flatMap(({ pages, forPartner }) =>
    admin.is_partner_admin || !forPartner ? pages : [],
  );
  const place = rest.join('/');
  const requested = section === '' ? 'overview' : open.find((name) => name === section);
  const current = requested && (PLACES[requested] ?? NO_PLACE).test(place) ? requested : undefined;
  const hrefIn = (org: string, page: string) => {
    const target = page === 'overview' ? root : `${root}/${page}`;
    return org === admin.org_id ? target : `${target}?${new URLSearchParams({ org })}`;
  };

  const isNoted = useRef(true);
  const focusesTitle = useRef(false);
  useLayoutEffect(() => {
    const title = document.getElementById('title');
    if (!isNoted.current) title?.focus();
    focusesTitle.current = !isNoted.current && !title;
    isNoted.current = false;
  }, [path]);

  const orgName = named.id === orgId ? named.name : text.state.loading;
  const context = {
    call,
    boot,
    orgId,
    orgName,
    place,
    focusesTitle,
    hrefOf: (page: string) => hrefIn(orgId, page),
    go(page: string) {
      if (hrefIn(orgId, page) === path + query) document.getElementById('title')?.focus();
      else goTo(hrefIn(orgId, page));
    },
    note(page: string) {
      isNoted.current = hrefIn(orgId, page) !== path + query;
      goTo(hrefIn(orgId, page), 'replace');
    },
    chooseOrg(org: OrgRef) {
      setNamed(org);
      // This change of address must not move the focus.
      isNoted.current = rest.length > 0;
      if (org.id !== orgId) goTo(hrefIn(org.id, current ?? 'overview'));
    },
  };
  const Page: ComponentType<{ place: string }> = current ? PAGES[current] : MissingPage;
  return (
    <Context.Provider value={context}>
      <a class="button primary skip" href="#title">
        {text.shell.skip}
      </a>
      <div class="shell">
        <Side current={current} />
        <main class="work" id="work">
          {/* Remount for another org. */}
          <Page
            key={current && PARTNER_PAGES.includes(current) ? current : `${current ?? path} ${orgId}`}
            place={place}
          />
        </main>
      </div>
      <Toasts />
    </Context.Provider>
  );
}

function MissingPage() {
  return (
    <>
      <Head title={binder.missing} about={binder.missingAbout} />
      <p>
        <PageLink page="overview">{text.shell.missingLink}</PageLink>
      </p>
    </>
  );
}
