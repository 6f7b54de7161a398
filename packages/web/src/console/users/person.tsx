import { useState } from 'preact/hooks';
import { nameLanguage } from '../../design/format.ts';
import { Failed, lazy, Skeleton } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { text } from '../../strings/console.ts';
import { consolePeople } from '../../strings/messages/console-people.ts';
import { AuditList } from '../audit/list.tsx';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { useLoad } from '../load.ts';
import { SessionList } from '../sessions/list.tsx';
import { NONE, Time } from '../table.tsx';
import { TokenList } from '../tokens/list.tsx';
import { UserActions } from './actions.tsx';
import type { OrgUser } from './form.tsx';
import { Role } from './role.tsx';
import { PersonState } from './state.tsx';

const words = consolePeople.users;

const Erasure = lazy(() => import('./erasure.tsx').then((module) => module.Erasure), 'quiet');

type Tab = keyof typeof words.tabs;

export function PersonPage({ userId }: { userId: string }) {
  const { call, boot, orgId } = useConsole();
  const [tab, setTab] = useState<Tab>('sessions');
  const [round, setRound] = useState(0);
  const path = `/orgs/${orgId}/users/${userId}`;
  const [loading, reload] = useLoad(path, (signal) => call<OrgUser>('GET', path, undefined, signal));
  const user = loading.state === 'ready' ? loading.value : undefined;
  const isSelf = userId === boot.admin.id;
  const again = () => {
    reload();
    setRound(round + 1);
  };
  return (
    <>
      <Head
        title={user?.name ?? text.state.loading}
        about={isSelf ? words.ownPage : words.aboutOne}
        back={{ page: 'users', title: words.back }}
      />
      {loading.state === 'loading' && <Skeleton rows={4} />}
      {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
      {user && (
        <>
          <article class="panel record" aria-label={user.name}>
            {!isSelf && !user.is_bot && !user.erasure && (
              <header class="row-actions">
                <UserActions user={user} reload={again} all />
              </header>
            )}
            {user.erasure && <Erasure of={user.erasure} reload={reload} />}
            <Facts of={user} />
          </article>
          <Tabs
            label={words.tabsLabel}
            tabs={(Object.keys(words.tabs) as Tab[]).map((name) => [name, words.tabs[name]] as const)}
            selected={tab}
            select={setTab}
          >
            <div class="stack" key={round}>
              {tab === 'sessions' && <SessionList userId={userId} />}
              {tab === 'tokens' && <TokenList userId={userId} />}
              {tab === 'about' && <AuditList path={`/orgs/${orgId}/audit?target=${userId}`} />}
              {tab === 'by' && <AuditList path={`/orgs/${orgId}/audit?actor_id=${userId}`} />}
            </div>
          </Tabs>
        </>
      )}
    </>
  );
}

function Facts({ of: user }: { of: OrgUser }) {
  const { facts } = words;
  return (
    <dl class="facts">
      <dt>{facts.email}</dt>
      <dd>{user.email ?? NONE}</dd>
      <dt>{facts.uniqueId}</dt>
      <dd>{user.unique_id ?? NONE}</dd>
      <dt>{facts.role}</dt>
      <dd>
        <Role user={user} />
      </dd>
      <dt>{facts.signIn}</dt>
      <dd>{user.has_password ? words.password : words.noPassword}</dd>
      {user.language && !user.is_bot && (
        <>
          <dt>{facts.language}</dt>
          <dd>{nameLanguage(user.language)}</dd>
        </>
      )}
      <dt>{facts.state}</dt>
      <dd>
        <PersonState of={user} />
      </dd>
      {user.created_time && (
        <>
          <dt>{facts.created}</dt>
          <dd>
            <Time at={user.created_time} />
          </dd>
        </>
      )}
      <dt>{facts.id}</dt>
      <dd class="mono">{user.id}</dd>
    </dl>
  );
}
