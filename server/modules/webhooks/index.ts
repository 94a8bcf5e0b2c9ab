/** What programs of the organisation are told: events of every change, and the receivers they are sent to. */

export { openLanes } from './sending/lanes.ts';
export { countDeliveries, forgetDeliveries } from './repository/deliveries.ts';
export { composeWebhookOff, WEBHOOK_OFF_MAIL } from './switchOff.ts';
export { webhookCalls } from './routes.ts';
