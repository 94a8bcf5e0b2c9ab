import { intakeConveyance } from '#contract/calls/conveyance.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { originOf } from '#server/platform/http/context.ts';
import { takeConveyance } from './intake.ts';
import type { Services } from '#server/platform/http/services.ts';

/** `/api/v1/integration/…`: what other programs hand in. */
export const integrationCalls = (services: Services): Served[] => [
  serve(intakeConveyance, async ({ request }) => takeConveyance({ services, origin: originOf(request) }, request.body)),
];
