import type { ReceiverGroup } from '../check.ts';
import { faults } from './faults.ts';
import { forged } from './forged.ts';
import { genuine } from './genuine.ts';
import { links } from './links.ts';
import { order } from './order.ts';

/** All that is tried on a receiver, in the order in which it is tried. */
export const receiverGroups: readonly ReceiverGroup[] = [genuine, forged, order, faults, links];
