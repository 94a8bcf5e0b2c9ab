import * as calls from '#contract/calls/audit.ts';
import * as held from '#contract/calls/held.ts';
import { keyDigest, readSigner } from '#server/platform/audit/heads.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { idOf, serve, type Served } from '#server/platform/http/endpoints.ts';
import { sendFile } from '#server/platform/http/sendFile.ts';
import { secretStoreOf, type Services } from '#server/platform/http/services.ts';
import { reportSender } from '#server/platform/tables/download.ts';
import { auditReport } from './audit/exporting.ts';
import { listAudit, readAuditEntry } from './audit/queries.ts';
import { heldOn } from './held/package.ts';
import { proofPack } from './proof/pack.ts';

/** `/api/v1/audit…`, proof packs, and what is held on a person. */
export function governanceCalls(services: Services): Served[] {
  const send = reportSender();
  return [
    serve(calls.listAudit, async ({ request, list }) => listAudit(contextOf(services, request), list)),
    serve(calls.downloadAudit, (call) => {
      const context = contextOf(services, call.request);
      return send(call, context, (format) => auditReport(context, call.list, format));
    }),
    serve(calls.auditKey, async () => {
      const { publicKey } = await readSigner(secretStoreOf(services));
      return { success: true, data: { publicKey, digest: keyDigest(publicKey) } };
    }),
    serve(calls.getProofPack, async (call) =>
      sendFile(call, await proofPack(contextOf(services, call.request), idOf(call))),
    ),
    serve(held.getHeldOnMe, async (call) => {
      const context = contextOf(services, call.request);
      return sendFile(call, await heldOn(context, context.actor.id));
    }),
    serve(held.getHeldOnPerson, async (call) =>
      sendFile(call, await heldOn(contextOf(services, call.request), idOf(call))),
    ),
    serve(calls.getAuditEntry, async (call) => ({
      success: true,
      data: await readAuditEntry(contextOf(services, call.request), idOf(call)),
    })),
  ];
}
