import { afterEach, vi } from 'vitest';

// Vitest restores mocks, globals and variables automatically, but not fake timers.
afterEach(() => void vi.useRealTimers());
