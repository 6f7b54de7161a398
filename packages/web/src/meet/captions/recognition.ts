interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(track?: MediaStreamTrack): void;
  abort(): void;
}
interface RecognitionClass {
  new (): Recognition;
  available?(options: { langs: readonly string[]; processLocally: boolean }): Promise<string>;
  install?(options: { langs: readonly string[]; processLocally: boolean }): Promise<boolean>;
}
interface ResultEvent extends Event {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
}

function onDevice(): RecognitionClass | undefined {
  const { SpeechRecognition: recognition } = globalThis as { SpeechRecognition?: RecognitionClass };
  return recognition && 'processLocally' in recognition.prototype && recognition.available
    ? recognition
    : undefined;
}

const languageOf = () => navigator.language || 'en-US';

export async function canRecognise(): Promise<boolean> {
  const options = { langs: [languageOf()], processLocally: true };
  const answer = await onDevice()
    ?.available?.(options)
    .catch(() => 'unavailable');
  return answer !== undefined && answer !== 'unavailable';
}

export interface Phrase {
  text: string;
  language: string;
  isFinal: boolean;
  durationMs: number;
}

/**
 * Browsers end recognition after silence, so it restarts until the returned function is called.
 * @param onFailed receives the browser's error name
 */
export function startRecognition(
  track: MediaStreamTrack,
  { onPhrase, onFailed }: { onPhrase(phrase: Phrase): void; onFailed(reason: string): void },
): () => void {
  const Recognition = onDevice();
  const language = languageOf();
  let current: Recognition | undefined;
  let isOver = false;
  let began = 0;

  function begin(): void {
    if (isOver || !Recognition) return;
    const recognition = new Recognition();
    current = recognition;
    Object.assign(recognition, { lang: language, continuous: true, interimResults: true });
    // Otherwise, the browser's vendor receives the speech.
    recognition.processLocally = true;
    recognition.addEventListener('result', (event) => {
      const { results, resultIndex } = event as ResultEvent;
      began ||= performance.now();
      for (let index = resultIndex; index < results.length; index++) {
        const result = results[index];
        const text = result?.[0]?.transcript.trim() ?? '';
        if (!result || text === '') continue;
        const durationMs = Math.min(120_000, performance.now() - began);
        onPhrase({ text: text.slice(0, 1_000), language, isFinal: result.isFinal, durationMs });
        if (result.isFinal) began = 0;
      }
    });
    recognition.addEventListener('error', (event) => {
      const { error } = event as Event & { error: string };
      if (error === 'no-speech' || error === 'aborted') return;
      isOver = true;
      onFailed(error);
    });
    recognition.addEventListener('end', begin);
    recognition.start(track);
  }

  void prepare();
  async function prepare(): Promise<void> {
    const options = { langs: [language], processLocally: true };
    const answer = await Recognition?.available?.(options).catch(() => 'unavailable');
    const isReady = answer === 'available' || (await Recognition?.install?.(options).catch(() => false));
    if (isReady) begin();
    else if (!isOver) onFailed('language-not-supported');
  }

  return () => {
    isOver = true;
    current?.abort();
  };
}
