import { afterEach, vi } from 'vitest';

// Vitest restores mocks, globals and variables by itself, but not its clock.
afterEach(() => void vi.useRealTimers());
