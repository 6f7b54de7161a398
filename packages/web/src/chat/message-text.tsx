import { PersonName } from '../binder/person-name.tsx';
import { useChat } from './context.ts';
import { isOwnLink, OwnLink } from './lazy-own-link.ts';
import { segmentsOf } from './segments.ts';

export function MessageText({ text, mentions }: { text: string; mentions?: ReadonlyMap<string, string> }) {
  const { binder } = useChat();
  return (
    <>
      {segmentsOf(text, mentions).map((segment, index) => {
        if (segment.type === 'words') return segment.text;
        if (segment.type === 'mention' && segment.userId === '')
          return (
            <span key={index} class="mention me">
              {segment.text}
            </span>
          );
        if (segment.type === 'mention')
          return (
            <span key={index} class={`mention ${segment.userId === binder.me.id ? 'me' : ''}`}>
              <PersonName binder={binder} user={{ id: segment.userId, name: segment.text }} tabIndex={-1} />
            </span>
          );
        if (isOwnLink(segment.href)) return <OwnLink key={index} href={segment.href} />;
        return (
          <a key={index} href={segment.href} target="_blank" rel="noopener noreferrer nofollow">
            {segment.text}
          </a>
        );
      })}
    </>
  );
}
