import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import type { SignInFacts } from '#contract/session.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { addEnvelope, answerNotFound } from '#server/platform/http/envelope.ts';
import { headEveryAnswer } from '#server/platform/http/everyAnswer.ts';
import { sitePlugin } from '#server/platform/site/sitePlugin.ts';

export const INDEX = '<!doctype html><title>Kharcha</title><div id="root"></div>';
export const SCRIPT = `console.log(${JSON.stringify('x'.repeat(3000))});`;

/** What a sign-in page says. */
export const FACTS: SignInFacts = {
  config: {
    success: true,
    googleClientId: null,
    demo: false,
    baseUrls: { expense: '', auth: '', file: '' },
    analyticsUrl: null,
    pushPublicKey: null,
    orgTimeZone: 'Asia/Kolkata',
    version: '1',
  },
};

/** Files of a small built client, by path. */
export const CLIENT: Readonly<Record<string, string>> = {
  'index.html': INDEX,
  'sw.js': 'self.addEventListener("install", () => {});',
  'manifest.webmanifest': '{"name":"Kharcha"}',
  'dashboard.html': '<!doctype html><title>Dashboard</title>',
  'verify.html': '<!doctype html><style>body{}</style><script>check()</script>',
  'dashboard.js': 'addEventListener("message", () => {});',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-AbC123.js': SCRIPT,
  'assets/index-AbC123.js.map': '{"sources":["secret.ts"]}',
  'assets/index-XyZ.css': 'body{color:red}',
  '.env': 'SECRET=1',
  'assets/.hidden': 'no',
};

export function writeClient(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    if (content.length < 1024) continue;
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${path}.gz`), gzipSync(content));
  }
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** A request exactly as written: `fetch` would tidy a path such as `/a/../b` before it is sent. */
export function raw(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((done, fail) => {
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        done({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString('utf8') });
      });
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

export interface Site {
  url: string;
  folder: string;
  clientDir: string;
  dataDir: string;
  get(path: string, headers?: Record<string, string>): Promise<RawAnswer>;
  close(): Promise<void>;
}

/**
 * The site alone on a free port: its plugin as the app registers it, over a client made of `files` (none: nothing
 * built).
 */
export async function startSite(
  files: Readonly<Record<string, string>> | null,
  settings: Record<string, string> = {},
  readFacts: () => SignInFacts = () => FACTS,
): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'kharcha-site-'));
  const [clientDir, dataDir] = [join(folder, 'client'), join(folder, 'data')];
  if (files) writeClient(clientDir, files);
  const env = readEnv({ DATA_DIR: dataDir, CLIENT_DIR: clientDir, DEMO: '0', ...settings });
  const app = Fastify({
    exposeHeadRoutes: false,
    trustProxy: (_address: string, hop: number) => hop < env.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
  });
  headEveryAnswer(app, env);
  addEnvelope(app);
  app.setNotFoundHandler(answerNotFound);
  await app.register(sitePlugin, { env, signInFacts: async () => readFacts() });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    folder,
    clientDir,
    dataDir,
    get: (path, headers) => raw(url, 'GET', path, headers),
    async close() {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-dest': 'document' };
