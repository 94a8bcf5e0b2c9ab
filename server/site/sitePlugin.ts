import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#server/env.ts';
import { accepts } from '#server/plugins/accepts.ts';
import { answerNotFound } from '#server/plugins/envelope.ts';
import { pathOf } from '#server/plugins/matched.ts';
import { isAppPath, mayBePage } from './appPaths.ts';
import { readClient, type ClientFile } from './clientFiles.ts';
import {
  contentSecurityPolicy,
  DASHBOARD,
  DASHBOARD_HEADERS,
  DASHBOARD_PART_HEADERS,
  DASHBOARD_PARTS,
  FILE_HEADERS,
  pageHeaders,
  type PageSettings,
} from './headers.ts';
import { NOT_BUILT } from './notBuilt.ts';
import { oldFile } from './oldBuilds.ts';

export interface SiteOptions {
  env: PageSettings & Pick<Env, 'dataDir' | 'clientDir'>;
}

const SHARE_TARGET = '/share-target';
const SHARED_INTO = '/raise-local/expense';
const HTML = 'text/html; charset=utf-8';

/**
 * The folder that the settings name, else dist/client beside the package.json above this file, whether it runs from
 * sources or bundled.
 */
export function builtClient({ clientDir }: Pick<Env, 'clientDir'>): string {
  if (clientDir !== null) return resolve(clientDir);
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, 'dist', 'client');
}

const wantsPage = (request: FastifyRequest): boolean =>
  /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*') &&
  !['script', 'style', 'image', 'font', 'worker', 'serviceworker', 'manifest'].includes(
    String(request.headers['sec-fetch-dest'] ?? ''),
  );

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ClientFile): FastifyReply {
  reply
    .header('etag', file.etag)
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding')
    .type(file.type);
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === file.etag))
    return reply.code(304).send();
  const [coding, bytes] =
    file.brotli && accepts(request, 'br')
      ? ['br', file.brotli]
      : file.gzip && accepts(request, 'gzip')
        ? ['gzip', file.gzip]
        : [null, file.bytes];
  if (coding !== null) reply.header('content-encoding', coding);
  return reply.send(bytes);
}

/**
 * Serves the built client: its files as they are, index.html for every address of the app, the hashed files of older
 * builds (X40). Everything else is not found. Register it last: it takes every GET that no other route takes.
 */
export async function sitePlugin(app: FastifyInstance, { env }: SiteOptions): Promise<void> {
  const files = readClient(builtClient(env));
  const index = files?.get('/index.html');
  const strict = contentSecurityPolicy(env);
  const login = contentSecurityPolicy(env, env.googleClientId === null);

  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply => {
    reply.headers(pageHeaders(path === '/' || path === '/login' ? login : strict));
    if (!index) return reply.code(503).header('cache-control', 'no-store').type(HTML).send(NOT_BUILT);
    if (!isAppPath(path)) reply.code(404);
    return sendFile(request, reply, index);
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = pathOf(request.url);
      if (path === null) return answerNotFound(request, reply);
      if (path === '/' || path === '/index.html')
        return sendPage(request, reply, '/index.html' === path ? '/home' : path);
      const file = files?.get(path) ?? oldFile(env.dataDir, path);
      const headers =
        path === DASHBOARD ? DASHBOARD_HEADERS : DASHBOARD_PARTS.has(path) ? DASHBOARD_PART_HEADERS : FILE_HEADERS;
      if (file) return sendFile(request, reply.headers(headers), file);
      return mayBePage(path) && wantsPage(request) ? sendPage(request, reply, path) : answerNotFound(request, reply);
    },
  });

  // Files shared from another app are the worker's; without one they cannot be kept, so the person is led to where a
  // bill is added by hand.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    scope.post(SHARE_TARGET, async (_request, reply) => reply.redirect(SHARED_INTO, 303));
  });
}
