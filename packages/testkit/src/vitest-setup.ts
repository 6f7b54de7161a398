import { afterEach, vi } from 'vitest';

// Vitest does not restore timers.
afterEach(() => void vi.useRealTimers());
