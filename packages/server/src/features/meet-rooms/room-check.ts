const RETRY_MS = 1_000;

/**
 * Makes a check that runs one at a time: once more when it is called meanwhile, and again after a second when it failed.
 * @param failed is called with each error, for the log
 */
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
