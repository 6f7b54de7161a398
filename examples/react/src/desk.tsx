import { Chat, Timeline, useService } from '@ringbinder/react';
import { useState } from 'react';

export function Desk({ colleague }: { colleague: string }) {
  const service = useService();
  const [binderId, setBinderId] = useState<string>();
  const [isDark, setDark] = useState(false);
  const [news, setNews] = useState<number>();
  const theme = { accent: '#1f3a8a', scheme: isDark ? 'dark' : 'light' } as const;
  const who = binderId === undefined ? { uniqueId: colleague } : { binderId };
  return (
    <main className="desk" style={{ colorScheme: theme.scheme, background: 'Canvas', color: 'CanvasText' }}>
      <header>
        <h1>Desk</h1>
        <span role="status" aria-busy={news === undefined}>
          {news === 0 ? 'No new messages' : news === 1 ? '1 new message' : news && `${news} new messages`}
        </span>
        <label>
          <input type="checkbox" checked={isDark} onChange={(event) => setDark(event.target.checked)} /> Dark
        </label>
        {/* Windows must be opened during a click. */}
        <button type="button" disabled={!binderId} onClick={() => void service.draw({ binder_id: binderId })}>
          Draw
        </button>
      </header>
      <Timeline
        className="fill"
        alone
        theme={theme}
        onRequestViewBinder={({ binder_id }) => setBinderId(binder_id)}
      />
      <Chat
        {...who}
        alone
        className="fill"
        theme={theme}
        onStartChat={() => setNews(0)}
        onReceiveFeed={() => setNews((before = 0) => before + 1)}
        onError={({ error_message }) => console.error(error_message)}
      />
    </main>
  );
}
