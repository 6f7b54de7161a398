import { useEffect, useRef, useState } from 'preact/hooks';
import { ThemeSwitch } from '../design/theme.tsx';
import { text } from '../strings/console.ts';
import { useConsole } from './context.ts';
import { ConsoleIcon, type ConsoleIconName } from './icon.tsx';
import { PageLink } from './link.tsx';
import { OrgSwitch } from './org-switch.tsx';

export type PageName = keyof typeof text.shell.pages;

const BRAND = 'Ringbinder';

export const PAGE_GROUPS: readonly {
  name: keyof typeof text.shell.groups;
  pages: readonly PageName[];
  forPartner: boolean;
}[] = [
  {
    name: 'org',
    pages: [
      'overview',
      'users',
      'groups',
      'binders',
      'clients',
      'bots',
      'idps',
      'mails',
      'tokens',
      'sessions',
      'audit',
    ],
    forPartner: false,
  },
  { name: 'partner', pages: ['orgs', 'background'], forPartner: true },
];
const ICONS: Readonly<Partial<Record<PageName, ConsoleIconName>>> = {
  users: 'people',
  groups: 'people',
  binders: 'mark',
};

export function Side({ current }: { current: PageName | undefined }) {
  const { boot } = useConsole();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { admin } = boot;
  useEffect(() => {
    if (!open) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [open]);
  return (
    <header class="side">
      <div class="bar">
        <p class="brand">
          <ConsoleIcon name="mark" />
          {BRAND}
          {boot.environment === 'sandbox' && <span class="badge accent">{text.shell.sandbox}</span>}
        </p>
        <button
          type="button"
          class="button compact menu"
          ref={button}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          <ConsoleIcon name="menu" />
          {text.shell.menu}
        </button>
      </div>
      {admin.is_partner_admin && <OrgSwitch />}
      <div class={`drawer ${open ? 'open' : ''}`} id="menu">
        <nav aria-label={text.shell.nav}>
          {PAGE_GROUPS.filter(({ forPartner }) => admin.is_partner_admin || !forPartner).map(
            ({ name, pages }) => (
              <div class="group" key={name}>
                <h2>
                  {name === 'org' && !admin.is_partner_admin ? admin.org_name : text.shell.groups[name]}
                </h2>
                <ul>
                  {pages.map((page) => (
                    <li key={page}>
                      <PageLink page={page} current={page === current} done={() => setOpen(false)}>
                        <ConsoleIcon name={ICONS[page] ?? (page as ConsoleIconName)} />
                        {text.shell.pages[page]}
                      </PageLink>
                    </li>
                  ))}
                </ul>
              </div>
            ),
          )}
        </nav>
        <div class="foot">
          <p>
            <strong>{admin.name}</strong>
            <span class="muted">{admin.email ?? admin.org_name}</span>
          </p>
          <div class="links">
            <a href={boot.root.replace(/admin$/, '')}>{text.shell.binders}</a>
            <a href={boot.root.replace(/admin$/, 'account')}>{text.shell.account}</a>
            <a href="/docs">{text.shell.reference}</a>
          </div>
          <ThemeSwitch />
          <button type="submit" form="sign-out" class="button compact">
            {text.shell.signOut}
          </button>
        </div>
      </div>
    </header>
  );
}
