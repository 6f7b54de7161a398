import { text } from '../../strings/en.ts';
import { Head } from '../head.tsx';
import { TokenList } from './list.tsx';

const words = text.tokens;

/** Authorizations and tokens of the org's people: see, revoke. */
export function TokensPage() {
  return (
    <>
      <Head title={words.title} about={words.about} />
      <TokenList />
    </>
  );
}
