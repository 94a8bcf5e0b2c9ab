import * as z from 'zod/mini';
import type { FastifyInstance } from 'fastify';
import { demoAccounts, demoCredential } from '#contract/calls/platform.ts';
import { forbidden, notFound } from '#server/platform/base/errors.ts';
import { fromElsewhere } from '#server/platform/http/proxied.ts';
import { registerEndpoints, serve } from '#server/platform/http/endpoints.ts';
import { secretStoreOf, type Services } from '#server/platform/http/services.ts';
import { openDemoIdentity } from './identity.ts';
import { demoPeople, emailOf } from './people.ts';

interface DemoAccountRow {
  email: string;
  name: string;
  roles: string[];
}

/** The accounts that the sign-in page offers, in that page's order. */
const demoAccountRows = (): DemoAccountRow[] =>
  demoPeople()
    .filter((person) => person.named)
    .map((person) => ({ email: emailOf(person.key), name: person.name, roles: ['employee', ...person.roles] }));

const credentialBody = z.object({ email: z.string() });

/**
 * Demo sign-in (SES-18): registered only while DEMO is on. It adds its identity to those that sign-in
 * accepts, and hands out tokens for people of the directory, disabled ones too: sign-in itself refuses those.
 */
export async function demoPlugin(app: FastifyInstance, services: Services): Promise<void> {
  const { database, clock } = services;
  const identity = await openDemoIdentity(secretStoreOf(services), clock);
  services.identities.push(identity.source);
  // A demo that somebody has put behind a proxy is a server in real use that lacks its settings (S6).
  if (!services.env.demoPublic) {
    app.addHook('onRequest', async (request) => {
      if (fromElsewhere(request))
        throw forbidden(
          'This is a demo for one machine, and the request came through a proxy. ' +
            'Its administrator can set up sign-in, or DEMO_PUBLIC=1.',
        );
    });
  }
  const calls = [
    serve(demoAccounts, async () => ({ success: true, data: demoAccountRows() })),
    serve(demoCredential, async ({ request }) => {
      const read = credentialBody.safeParse(request.body);
      const email = read.success ? read.data.email.trim().toLowerCase() : '';
      const person = await database.db
        .selectFrom('people')
        .select(['email', 'name'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (!person) throw notFound();
      return { success: true, data: { credential: await identity.credential(person) } };
    }),
  ];
  await registerEndpoints(app, calls, {
    guards: { session: () => undefined, key: () => undefined },
    takeFiles: async () => undefined,
    takeParts: () => undefined,
  });
}
