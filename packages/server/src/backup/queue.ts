const MAX_BYTES = 8 * 1024 ** 2;

export function createQueue(source: { pause(): void; resume(): void }) {
  const waiting: Buffer[] = [];
  let bytes = 0;
  let isEnded = false;
  let isPaused = false;
  let failure: Error | undefined;
  let wake = () => {};

  async function* read(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = waiting.shift();
      if (chunk !== undefined) {
        bytes -= chunk.length;
        if (isPaused && bytes < MAX_BYTES / 2) {
          isPaused = false;
          source.resume();
        }
        yield chunk;
      } else if (failure !== undefined) throw failure;
      else if (isEnded) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }

  return {
    chunks: read(),
    push(chunk: Buffer): void {
      waiting.push(chunk);
      bytes += chunk.length;
      if (!isPaused && bytes > MAX_BYTES) {
        isPaused = true;
        source.pause();
      }
      wake();
    },
    end(error?: Error): void {
      failure ??= error;
      isEnded = true;
      wake();
    },
  };
}
