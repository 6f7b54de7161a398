import { consolePeople } from '../../strings/messages/console-people.ts';
import { Head } from '../head.tsx';
import { SessionList } from './list.tsx';

const words = consolePeople.sessions;

export function SessionsPage() {
  return (
    <>
      <Head title={words.title} about={words.about} />
      <SessionList />
    </>
  );
}
