import type { InlineConfig } from 'vite';

/** Types of vite.config.js. The file is JavaScript, so that it runs on every version of Node. */
export function sdkConfig(format: 'iife' | 'es', module?: string): InlineConfig;
