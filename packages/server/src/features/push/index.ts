export {
  type DeliveryRow,
  deleteOldDeliveries,
  findDeliveries,
} from './deliveries.ts';
export { checkEndpoint } from './endpoint.ts';
export { queuePushes, queueReminderPushes } from './queue.ts';
export { replaceReceiverSecret, setReceiver } from './receivers.ts';
export { pushFeature } from './routes.ts';
export { pushes } from './send.ts';
