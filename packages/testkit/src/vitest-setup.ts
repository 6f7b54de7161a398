import { afterEach, vi } from 'vitest';

// Restore timers after each test, because Vitest does not.
afterEach(() => void vi.useRealTimers());
