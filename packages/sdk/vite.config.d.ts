import type { InlineConfig } from 'vite';

/** Typed apart from vite.config.js, which runs on any Node. */
export function sdkConfig(format: 'iife' | 'es', module?: string): InlineConfig;
