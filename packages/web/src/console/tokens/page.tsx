import { text } from '../../strings/en.ts';
import { Head } from '../head.tsx';
import { TokenList } from './list.tsx';

const words = text.tokens;

export function TokensPage() {
  return (
    <>
      <Head title={words.title} about={words.about} />
      <TokenList />
    </>
  );
}
