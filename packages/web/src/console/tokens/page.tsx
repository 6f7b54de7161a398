import { consolePeople } from '../../strings/messages/console-people.ts';
import { Head } from '../head.tsx';
import { TokenList } from './list.tsx';

const words = consolePeople.tokens;

export function TokensPage() {
  return (
    <>
      <Head title={words.title} about={words.about} />
      <TokenList />
    </>
  );
}
