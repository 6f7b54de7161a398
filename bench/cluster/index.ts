import type { Measurement } from '../measurement.ts';
import { growth } from './growth.ts';

/** What is measured of several processes beside one. */
export const clusterMeasurements: readonly Measurement[] = growth;
