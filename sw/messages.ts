import * as z from 'zod/mini';
import { DESKS, type Desk } from './addresses.ts';

/**
 * What a page may say to the worker. `SKIP_WAITING` comes only after the person has tapped 'Update' or nothing is open
 * (SW-1); `DRAIN` sends what waits now; `VERSION` asks which build this worker is; `KEEP_APP` has it fetch what it has
 * not kept yet of the app, has it answer the pages without a worker, and asks whether all is kept; `KEEP_ENGINES` comes
 * when a page has nothing else to fetch; `desks`: where the person works.
 */
const message = z.object({
  type: z.enum(['SKIP_WAITING', 'DRAIN', 'VERSION', 'KEEP_APP', 'KEEP_ENGINES']),
  desks: z.optional(z.array(z.enum(DESKS))),
});

export interface MessageEnv {
  origin: string;
  version: string;
  takeOver: () => Promise<void>;
  drain: () => Promise<unknown>;
  /** Fetches what of the app is not kept yet; rejects when not all of it came. */
  keepApp: () => Promise<unknown>;
  /** Makes this worker answer the pages that have none. */
  claim: () => Promise<unknown>;
  /** Fetches the engines that are not kept yet. */
  keepEngines: () => Promise<unknown>;
  /** Fetches the screens of a desk that are not kept yet. */
  keepDesk: (desk: Desk) => Promise<unknown>;
}

/** The parts of a message event that count here. */
export interface Received {
  data: unknown;
  origin: string;
  ports: readonly Pick<MessagePort, 'postMessage'>[];
}

/** Handles a message of a page of this origin; anything else is passed over (Z64). */
export async function answer(event: Received, env: MessageEnv): Promise<void> {
  const parsed = message.safeParse(event.data);
  if (!parsed.success || event.origin !== env.origin) return;
  switch (parsed.data.type) {
    case 'SKIP_WAITING':
      await env.takeOver();
      break;
    case 'DRAIN':
      await env.drain();
      break;
    case 'KEEP_APP': {
      // A page that opens in the moment of the first activation is missed by its claim, as is a forced reload.
      await env.claim().catch(() => undefined);
      const all = await env.keepApp().then(
        () => true,
        () => false,
      );
      event.ports[0]?.postMessage({ type: 'KEPT', all });
      break;
    }
    case 'KEEP_ENGINES':
      for (const desk of parsed.data.desks ?? []) await env.keepDesk(desk);
      await env.keepEngines();
      break;
    case 'VERSION':
      event.ports[0]?.postMessage({ type: 'VERSION', version: env.version });
      break;
  }
}
