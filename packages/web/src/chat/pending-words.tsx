import { isRich, plainText } from './bbcode.ts';
import { Preview } from './lazy-preview.ts';
import { MessageText } from './message-text.tsx';

export function PendingWords({ words }: { words: string }) {
  if (words === '') return null;
  return (
    <div class="on-its-way">
      {isRich(words) ? (
        <Preview source={words} />
      ) : (
        <p class="message-text">
          <MessageText text={plainText(words)} />
        </p>
      )}
    </div>
  );
}
