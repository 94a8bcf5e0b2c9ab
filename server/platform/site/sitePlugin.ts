import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInFacts } from '#contract/session.ts';
import { isLoginPath } from '#domain/session.ts';
import { answerNotFound } from '#server/platform/http/envelope.ts';
import { pathOf } from '#server/platform/http/request.ts';
import type { Env } from '#server/platform/settings/env.ts';
import { isAppPath, mayBePage } from './appPaths.ts';
import { asksToSignIn, signInPages } from './signIn.ts';
import { buildsFolder, HASHED, hashedName, readPlainFiles } from './oldBuilds.ts';
import {
  contentSecurityPolicy,
  DASHBOARD,
  DASHBOARD_HEADERS,
  DASHBOARD_PART_HEADERS,
  DASHBOARD_PARTS,
  pageHeaders,
  VERIFY,
  verifyHeaders,
  type PageSettings,
} from './headers.ts';

/** Shown in place of the app when nothing has been built. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kharcha</title></head>
<body>
<h1>The app is not built yet</h1>
<p>The server is running, but there is no client in <code>dist/client</code>.</p>
<p>Run <code>npm start</code>, which builds what is missing,
or <code>npm run build</code> and then start the server again.
While working on the client, <code>npm run dev</code> serves it from its sources.</p>
<p>The interface for programs is described at <a href="/api/docs">/api/docs</a>.</p>
</body>
</html>
`;

export interface SiteOptions {
  env: PageSettings & Pick<Env, 'dataDir' | 'clientDir'>;
  /** What the sign-in page says to whoever makes this request. */
  signInFacts: (request: FastifyRequest) => Promise<SignInFacts>;
}

const SHARE_TARGET = '/share-target';
const SHARED_INTO = '/raise-local/expense';
const HTML = 'text/html; charset=utf-8';
/** Of an address with another page for whoever has a session's cookie, whichever of the two it is. */
const BY_COOKIE = 'accept-encoding, cookie';

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

/** Types that the standards name otherwise than the static plugin does. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Whether the client already has what this entity tag names. */
const hasTag = (request: FastifyRequest, tag: string): boolean =>
  request.headers['if-none-match']?.split(',').some((each) => each.trim() === tag) === true;

/**
 * Serves the built client: its files as they are, index.html for every address of the app, the hashed files of older
 * builds (X40). Everything else is not found. It takes every GET that no other route takes.
 */
export async function sitePlugin(app: FastifyInstance, { env, signInFacts }: SiteOptions): Promise<void> {
  const clientDir = builtClient(env);
  const plain = await readPlainFiles(clientDir);
  const special = new Map<string, Readonly<Record<string, string>>>([
    [DASHBOARD, DASHBOARD_HEADERS],
    ...[...DASHBOARD_PARTS].map((part) => [part, DASHBOARD_PART_HEADERS] as const),
    [VERIFY, verifyHeaders(await readFile(join(clientDir, VERIFY), 'utf8').catch(() => ''))],
  ]);
  const strict = contentSecurityPolicy(env);
  const login = contentSecurityPolicy(env, env.googleClientId === null);
  const signIn = signInPages(clientDir, signInFacts);
  await app.register(fastifyStatic, {
    // Of hashed files: this build's, else an older one's. A page asks for the same name whichever has it.
    root: [join(clientDir, HASHED), resolve(buildsFolder(env.dataDir))],
    serve: false,
    suppressWarning: true,
    preCompressed: true,
    dotfiles: 'ignore',
    index: false,
    acceptRanges: false,
    cacheControl: false,
    lastModified: false,
  });
  app.addHook('onSend', async (request, reply) => {
    const type = TYPES[extname(pathOf(request.url) ?? '')];
    if (type !== undefined && reply.statusCode === 200) reply.type(type);
  });

  const sendHashed = (reply: FastifyReply, name: string): FastifyReply =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(name);

  const sendPlain = (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    tag: string,
    vary = 'accept-encoding',
  ): FastifyReply => {
    reply.headers({ etag: tag, 'cache-control': 'no-cache', vary });
    return hasTag(request, tag) ? reply.code(304).send() : reply.sendFile(path, clientDir, { etag: false });
  };

  const sendSignIn = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
    // Without what it says the app draws it.
    const page = await signIn?.(request).catch(() => null);
    if (!page) return sendPage(request, reply, path);
    const { tag, body, coding } = page;
    reply.headers({ ...pageHeaders(login), etag: tag, 'cache-control': 'no-cache', vary: BY_COOKIE });
    if (hasTag(request, tag)) return reply.code(304).send();
    if (coding !== null) reply.header('content-encoding', coding);
    return reply.type(HTML).send(request.method === 'HEAD' ? null : body);
  };

  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply => {
    reply.headers(pageHeaders(path === '/' || path === '/login' ? login : strict));
    const tag = plain.get('/index.html');
    if (tag === undefined) return reply.code(503).header('cache-control', 'no-store').type(HTML).send(NOT_BUILT);
    if (!isAppPath(path)) reply.code(404);
    return sendPlain(request, reply, '/index.html', tag, isLoginPath(path) ? BY_COOKIE : undefined);
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = pathOf(request.url);
      if (path === null) return answerNotFound(request, reply);
      if (signIn && wantsPage(request) && asksToSignIn(path, request)) return sendSignIn(request, reply, path);
      if (path === '/' || path === '/index.html')
        return sendPage(request, reply, '/index.html' === path ? '/home' : path);
      const name = hashedName(path);
      if (name !== null) return sendHashed(reply, name);
      const tag = plain.get(path);
      if (tag !== undefined) return sendPlain(request, reply.headers(special.get(path) ?? {}), path, tag);
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
