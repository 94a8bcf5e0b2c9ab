import { intakeConveyance } from '#contract/calls/conveyance.ts';
import { serve, type Served } from '#server/plugins/endpoints.ts';
import { originOf } from '#server/services/context.ts';
import { takeConveyance } from '#server/services/intake.ts';
import type { Services } from '#server/services/services.ts';

/** `/api/v1/integration/…`: what other programs hand in. */
export const integrationCalls = (services: Services): Served[] => [
  serve(intakeConveyance, async ({ request }) => takeConveyance({ services, origin: originOf(request) }, request.body)),
];
