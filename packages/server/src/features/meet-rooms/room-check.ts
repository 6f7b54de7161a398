const RETRY_MS = 1_000;

/** The returned function requests a run of `check`, even during a run. Failed runs are retried after a second. */
export function createRoomCheck(check: () => Promise<void>, failed: (message: string) => void): () => void {
  let isRunning = false;
  let isDue = false;

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isDue) {
        isDue = false;
        await check();
      }
    } catch (error) {
      failed(String(error));
      setTimeout(request, RETRY_MS).unref();
    } finally {
      isRunning = false;
    }
  }

  function request(): void {
    isDue = true;
    if (!isRunning) void run();
  }

  return request;
}
