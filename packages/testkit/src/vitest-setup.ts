import { afterEach, vi } from 'vitest';

// Vitest restores mocks, but not fake timers.
afterEach(() => void vi.useRealTimers());
