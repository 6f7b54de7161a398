import { afterEach, vi } from 'vitest';

// Vitest does not restore them.
afterEach(() => void vi.useRealTimers());
