import { readGst } from '#contract/calls/gst.ts';
import * as calls from '#contract/calls/gstKeys.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changing, changingOne } from '#server/platform/idempotency/changing.ts';
import { addGstKey, endGstKey, gstFacts, gstSettings, saveGstins } from './settings.ts';

/** `/api/v1/gst`, `/api/v1/organisation/gst…` */
export const gstCalls = (services: Services): Served[] => [
  serve(readGst, async () => ({ success: true, data: await gstFacts({ services }) })),
  serve(calls.getGstSettings, async ({ request }) => ({
    success: true,
    data: await gstSettings(contextOf(services, request)),
  })),
  serve(calls.addGstKey, changing(services, addGstKey)),
  serve(calls.endGstKey, changingOne(services, endGstKey)),
  serve(calls.saveGstins, changing(services, saveGstins)),
];
