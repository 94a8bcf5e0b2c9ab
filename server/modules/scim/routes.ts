import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_JSON_BYTES } from '#contract/limits.ts';
import { notFound, Refusal, refusalOf } from '#server/platform/base/errors.ts';
import { markAsData, traceOf } from '#server/platform/http/envelope.ts';
import { takeJson } from '#server/platform/http/jsonBody.ts';
import type { Services } from '#server/platform/http/services.ts';
import { provisioningKeyOf } from '#server/modules/session/index.ts';
import { createGroup, patchGroup, removeGroup, replaceGroup } from './groups/commands.ts';
import { groupTag } from './groups/presenter.ts';
import { groupAnswer, listGroups } from './groups/queries.ts';
import { BASE, MAX_USER_BYTES, MEDIA_TYPE } from './protocol/names.ts';
import { isKnown, listAsked, listOf, projected, wantedIn } from './protocol/query.ts';
import { scimAnswer } from './protocol/refusals.ts';
import { configAt, resourceTypesAt, schemasAt } from './protocol/schemas.ts';
import { scimOf, type Scim } from './scim.ts';
import { removeUser } from './users/activity.ts';
import type { UserAnswer } from './users/answers.ts';
import { createUser, patchUser, replaceUser } from './users/commands.ts';
import { listUsers, readUserOf } from './users/queries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a SCIM client asks with; set behind its guard. */
    scim: Scim | null;
  }
}

const scimIn = (request: FastifyRequest): Scim => {
  if (!request.scim) throw new Error('A SCIM route is called without its guard');
  return request.scim;
};
const idIn = (request: FastifyRequest): string => (request.params as { id: string }).id;

const send = (reply: FastifyReply, body: object | string, status = 200): FastifyReply =>
  reply
    .code(status)
    .type(`${MEDIA_TYPE}; charset=utf-8`)
    .send(typeof body === 'string' ? body : JSON.stringify(body));

/** Refusals in SCIM's words; a fault here says nothing of itself (WIRE-12). */
function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error) ?? new Refusal('INTERNAL', `Something went wrong. Quote ${request.id}.`);
  request.refused = refusal;
  if (refusal.status >= 500) request.log.error({ route: request.routeOptions.url, trace: traceOf(error) }, 'failed');
  const { retryAfter } = refusal.details;
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  const { status, body } = scimAnswer(refusal);
  if (status === 401) void reply.header('www-authenticate', 'Bearer realm="SCIM"');
  return send(markAsData(reply), body, status);
}

/** A user, or nothing where the client has this version already. */
function sendUser(
  request: FastifyRequest,
  reply: FastifyReply,
  { resource, tag }: UserAnswer,
  status = 200,
): FastifyReply {
  const wanted = wantedIn(request);
  const { location } = resource['meta'] as { location: string };
  void reply.header('etag', tag);
  if (status === 201) void reply.header('location', location);
  if (request.method === 'GET' && isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return send(reply, projected(resource, wanted), status);
}

function addUsers(scope: FastifyInstance, services: Services): void {
  const db = () => services.database.db;
  const bounded = { bodyLimit: MAX_USER_BYTES };
  scope.get(`${BASE}/Users`, async (request, reply) =>
    send(reply, await listUsers(db(), scimIn(request), listAsked(request), wantedIn(request))),
  );
  scope.get(`${BASE}/Users/:id`, async (request, reply) =>
    sendUser(request, reply, await readUserOf(db(), scimIn(request), idIn(request))),
  );
  scope.post(`${BASE}/Users`, bounded, async (request, reply) =>
    sendUser(request, reply, await createUser(scimIn(request), request.body), 201),
  );
  scope.put(`${BASE}/Users/:id`, bounded, async (request, reply) =>
    sendUser(request, reply, await replaceUser(scimIn(request), idIn(request), request.body)),
  );
  scope.patch(`${BASE}/Users/:id`, bounded, async (request, reply) =>
    sendUser(request, reply, await patchUser(scimIn(request), idIn(request), request.body)),
  );
  scope.delete(`${BASE}/Users/:id`, async (request, reply) => {
    await removeUser(scimIn(request), idIn(request));
    return reply.code(204).send();
  });
}

function addGroups(scope: FastifyInstance, services: Services): void {
  const db = () => services.database.db;
  scope.get(`${BASE}/Groups`, async (request, reply) =>
    send(reply, await listGroups(db(), scimIn(request), listAsked(request), wantedIn(request))),
  );
  scope.get(`${BASE}/Groups/:id`, async (request, reply) => {
    const { row, text } = await groupAnswer(db(), scimIn(request), idIn(request), wantedIn(request));
    void reply.header('etag', groupTag(row));
    if (isKnown(request.headers['if-none-match'], groupTag(row))) return reply.code(304).send();
    return send(reply, text);
  });
  const changed = async (request: FastifyRequest, reply: FastifyReply, id: string, status = 200) => {
    const { row, text } = await groupAnswer(db(), scimIn(request), id, wantedIn(request));
    void reply.header('etag', groupTag(row));
    if (status === 201) void reply.header('location', `${scimIn(request).base}/Groups/${id}`);
    return send(reply, text, status);
  };
  scope.post(`${BASE}/Groups`, async (request, reply) =>
    changed(request, reply, (await createGroup(scimIn(request), request.body)).id, 201),
  );
  scope.put(`${BASE}/Groups/:id`, async (request, reply) =>
    changed(request, reply, (await replaceGroup(scimIn(request), idIn(request), request.body)).id),
  );
  // A large group is not sent back for each person who joins it (RFC 7644, section 3.5.2).
  scope.patch(`${BASE}/Groups/:id`, async (request, reply) => {
    const group = await patchGroup(scimIn(request), idIn(request), request.body);
    return reply.header('etag', groupTag(group)).code(204).send();
  });
  scope.delete(`${BASE}/Groups/:id`, async (request, reply) => {
    await removeGroup(scimIn(request), idIn(request));
    return reply.code(204).send();
  });
}

function addDiscovery(scope: FastifyInstance): void {
  scope.get(`${BASE}/ServiceProviderConfig`, async (request, reply) => send(reply, configAt(scimIn(request).base)));
  for (const [name, all] of [
    ['ResourceTypes', resourceTypesAt],
    ['Schemas', schemasAt],
  ] as const) {
    scope.get(`${BASE}/${name}`, async (request, reply) => {
      const resources = all(scimIn(request).base);
      return send(reply, listOf(resources, { total: resources.length, startIndex: 1 }));
    });
    scope.get(`${BASE}/${name}/:id`, async (request, reply) => {
      const found = all(scimIn(request).base).find(({ id }) => id.toLowerCase() === idIn(request).toLowerCase());
      if (!found) throw notFound();
      return send(reply, found);
    });
  }
}

/**
 * SCIM 2.0 (RFC 7643, RFC 7644) at `/scim/v2` (SCIM-1): a scope of its own, which asks for a bearer token before it
 * reads a body, and answers in SCIM's words.
 */
export async function addScimRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(
    async (scope) => {
      scope.decorateRequest('scim', null);
      takeJson(scope, { octets: false, also: MEDIA_TYPE });
      scope.setErrorHandler(answerFault);
      scope.addHook('onRequest', async (request, reply) => {
        markAsData(reply);
        request.scim = scimOf(services, request, await provisioningKeyOf(services, request));
      });
      addDiscovery(scope);
      addUsers(scope, services);
      addGroups(scope, services);
      scope.all(`${BASE}/*`, async () => Promise.reject(notFound()));
      scope.all(BASE, async () => Promise.reject(notFound()));
    },
    { bodyLimit: MAX_JSON_BYTES },
  );
}
