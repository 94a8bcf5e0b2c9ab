import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { decodeListQuery, rawParameters, type ListQuery } from '#contract/query.ts';
import { malformed, Refusal } from '#server/platform/base/errors.ts';
import { pageJson } from './answerBytes.ts';
import { UNSTORABLE } from '#server/platform/http/jsonBody.ts';
import { takeJson } from './jsonBody.ts';
import { accepts } from './request.ts';
import { answerRefusal, markAsData } from './envelope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call of this address asks for a recent sign-in (SES-44). */
    recentSignIn?: boolean;
    /** Each call of this address may be asked by who has left (ORG-42). */
    leaver?: boolean;
  }
}

/** What a handler gets: the query read by the contract entry, never the raw one. */
export interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  entry: Endpoint;
  /** Parameters that the entry names, `fixed` ones included. */
  query: Readonly<Record<string, string | undefined>>;
  /** Of a list call; else the first page without filters. */
  list: ListQuery;
}

/** Answers with what is sent as JSON; or sends the reply itself and answers that. */
export type Handler = (call: Call) => Promise<unknown>;

export interface Served {
  entry: Endpoint;
  handler: Handler;
}

/** Pairs a contract entry with what carries it out. */
export const serve = (entry: Endpoint, handler: Handler): Served => ({ entry, handler });

const WORTH_CHARS = 2_000;
/** Half the work of the usual level for nearly the same size. */
const ZIP_LEVEL = 4;
const FIRST: ListQuery = { pageSize: 25, pageNumber: 0, filters: {} };
const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function searchOf(request: FastifyRequest): Map<string, string[]> {
  const at = request.url.indexOf('?');
  const raw = rawParameters(at < 0 ? '' : request.url.slice(at));
  for (const [key, values] of raw) {
    if (UNSTORABLE.test(key) || values.some((value) => UNSTORABLE.test(value) || /%00/.test(value)))
      throw malformed(`Bad value for ${key.slice(0, 60)}.`, key.slice(0, 60));
  }
  return raw;
}

function onlyValue(raw: ReadonlyMap<string, readonly string[]>, key: string): string | undefined {
  const values = raw.get(key);
  if (values === undefined) return undefined;
  if (values.length !== 1) throw malformed(`${key} is given more than once.`, key);
  return values[0];
}

/** Finds, among the calls that share a path and method, the one whose fixed parameters the request carries. */
function choose(served: readonly Served[], raw: ReadonlyMap<string, readonly string[]>): Served {
  const found = served.find(({ entry }) =>
    Object.entries(entry.fixed ?? {}).every(([key, value]) => onlyValue(raw, key) === value),
  );
  if (found) return found;
  const key = Object.keys(served[0]?.entry.fixed ?? {})[0] ?? '';
  throw malformed(raw.has(key) ? `Bad value for ${key}.` : `${key} is missing.`, key);
}

function readQuery(entry: Endpoint, raw: ReadonlyMap<string, readonly string[]>): Pick<Call, 'query' | 'list'> {
  const own = [...Object.keys(entry.fixed ?? {}), ...(entry.params ?? [])];
  const query: Record<string, string | undefined> = {};
  for (const key of own) query[key] = onlyValue(raw, key);
  for (const key of entry.required ?? []) if (!query[key]) throw malformed(`${key} is missing.`, key);
  if (entry.list) {
    const decoded = decodeListQuery(raw, own);
    if (!decoded.ok) throw malformed(decoded.bad.message, decoded.bad.key);
    return { query, list: decoded.query };
  }
  for (const key of raw.keys())
    if (!own.includes(key)) throw malformed(`Unknown parameter ${key.slice(0, 60)}.`, key.slice(0, 60));
  return { query, list: FIRST };
}

function grouped(calls: readonly Served[], keyOf: (call: Served) => string): Map<string, Served[]> {
  const groups = new Map<string, Served[]>();
  for (const call of calls) groups.set(keyOf(call), [...(groups.get(keyOf(call)) ?? []), call]);
  return groups;
}

const zip = promisify(gzip);

/**
 * Rows of a list repeat themselves: 27 kB become 4, which matters on a phone. Lists contain no secrets, so the
 * compressed size reveals none.
 */
async function packed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  reply.header('vary', 'accept-encoding');
  if (text.length < WORTH_CHARS || !accepts(request, 'gzip')) return text;
  reply.header('content-encoding', 'gzip');
  return zip(text, { level: ZIP_LEVEL });
}

function addRoute(scope: FastifyInstance, method: HTTPMethods, path: string, group: readonly Served[]): void {
  scope.route({
    method,
    url: path,
    config: {
      recentSignIn: group.some(({ entry }) => entry.recentSignIn === true),
      leaver: group.every(({ entry }) => entry.leaver === true),
    },
    handler: async (request, reply) => {
      const raw = searchOf(request);
      const { entry, handler } = choose(group, raw);
      const answer = await handler({ request, reply, entry, ...readQuery(entry, raw) });
      if (reply.sent || answer === reply) return reply;
      const text = typeof answer === 'string' ? answer : entry.list ? pageJson(answer) : JSON.stringify(answer);
      reply.type('application/json; charset=utf-8');
      return entry.list ? reply.send(await packed(request, reply, text)) : reply.send(text);
    },
  });
}

export interface EndpointOptions {
  /**
   * Make a scope ask for a session, or for another program's key. Applied to the scopes of that access and to no other.
   */
  guards: Readonly<Record<Exclude<Endpoint['access'], 'public'>, (scope: FastifyInstance) => void>>;
  /** Makes a scope take uploads. */
  takeFiles: (scope: FastifyInstance) => Promise<void>;
  /** Makes a scope take parts of uploads. */
  takeParts: (scope: FastifyInstance) => void;
}

/**
 * Registers calls from their contract entries. Calls that need a session or a key are registered in scopes of their
 * own, so that a call is guarded by its scope, never by its path. Any other method of a path: 405.
 */
export async function registerEndpoints(
  app: FastifyInstance,
  calls: readonly Served[],
  options: EndpointOptions,
): Promise<void> {
  for (const access of ['public', 'session', 'key'] as const) {
    for (const bodyType of ['json', 'octet', 'file', 'part'] as const) {
      const members = calls.filter(({ entry }) => entry.access === access && (entry.bodyType ?? 'json') === bodyType);
      if (members.length === 0) continue;
      await app.register(async (scope) => {
        scope.addHook('onRequest', async (_request, reply) => {
          markAsData(reply);
        });
        if (access !== 'public') options.guards[access](scope);
        if (bodyType === 'file') await options.takeFiles(scope);
        else if (bodyType === 'part') options.takeParts(scope);
        else takeJson(scope, { octets: bodyType === 'octet' });
        for (const group of grouped(members, ({ entry }) => `${entry.method} ${entry.path}`).values()) {
          const first = group[0];
          if (first) addRoute(scope, first.entry.method, first.entry.path, group);
        }
      });
    }
  }
  for (const [path, members] of grouped(calls, ({ entry }) => entry.path)) {
    const allowed = new Set<HTTPMethods>(members.map(({ entry }) => entry.method));
    const refused = new Refusal('METHOD_NOT_ALLOWED', 'This address does not take that method.');
    app.route({
      method: METHODS.filter((method) => !allowed.has(method)),
      url: path,
      // Before a body is read: what is refused anyway is not received first.
      onRequest: async (request, reply) => {
        reply.header('allow', [...allowed].join(', '));
        return answerRefusal(request, reply, refused);
      },
      handler: async (request, reply) => answerRefusal(request, reply, refused),
    });
  }
}

/** The record id in the path. */
export const idOf = ({ request }: Call): string => (request.params as { id: string }).id;
