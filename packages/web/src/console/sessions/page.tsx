import { text } from '../../strings/en.ts';
import { Head } from '../head.tsx';
import { SessionList } from './list.tsx';

const words = text.sessions;

export function SessionsPage() {
  return (
    <>
      <Head title={words.title} about={words.about} />
      <SessionList />
    </>
  );
}
