import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { builtFile } from '../../support/builtServer.ts';
import { quietLog } from '../../support/dataDir.ts';
import { roomyFolder } from '../../support/roomyFolder.ts';
import { peopled } from '../../support/server.ts';

/** S20: `npm run security`, against a registry of its own. */

const home = mkdtempSync(join(roomyFolder(), 'kharcha-security-'));
const dataDir = join(home, 'data');
let registry: Server;
let address = '';
let asked: string[] = [];
let advisories: Record<string, unknown> = {};

beforeAll(async () => {
  cpSync(await peopled(), dataDir, { recursive: true });
  registry = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      // npm asks which versions there are of a package with a hole.
      const name = (request.url ?? '').slice(1);
      if (request.method === 'GET') {
        const versions = { '99.0.0': { name, version: '99.0.0' } };
        response.end(JSON.stringify({ name, 'dist-tags': { latest: '99.0.0' }, versions }));
        return;
      }
      const body = Buffer.concat(pieces);
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString();
      asked = Object.keys(JSON.parse(text || '{}') as object);
      response.end(JSON.stringify(advisories));
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
});
afterAll(() => {
  registry.close();
  rmSync(home, { recursive: true, force: true });
});

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}
/** The command as it is delivered. Not synchronously: the registry answers from this process. */
function security(settings: Record<string, string>, ...words: string[]): Promise<Outcome> {
  const program = builtFile('security.js');
  const args = program === null ? ['--import', 'tsx', 'server/main/commands/security.ts'] : [program];
  const child = spawn(process.execPath, [...args, ...words], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      npm_config_registry: address,
      npm_config_fetch_retries: '0',
      ...settings,
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

const settings = { DATA_DIR: dataDir, DEMO: '0', AUDIT_KEY: 'nV3-kQ8wZr5Tt1Lp7Xh9Bd2Fg6Jc4YsAe' };

describe('S20 npm run security', () => {
  test('asks for holes of what is installed and says there is none, and lists secrets with their ages', async () => {
    const database = await openEmbedded({ dataDir, log: quietLog, onFatal: () => undefined });
    await database.db.insertInto('secrets').values({ name: 'old', value: 'x', made_at: null }).execute();
    await database.db.insertInto('secrets').values({ name: 'young', value: 'x' }).execute();
    await database.close();
    const { code, stdout, stderr } = await security(settings);
    expect([code, stderr, stdout.split('\n')[1]]).toEqual([0, '', 'No hole is known of these packages.']);
    expect(asked).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg']));
    expect(stdout).toMatch(/^ {2}old {2}age not known, plain text$/m);
    expect(stdout).toMatch(/^ {2}young {2}0 days, plain text$/m);
    expect(stdout).toMatch(/^ {2}AUDIT_KEY {2}age not known$/m);
    expect(stdout).not.toContain(settings.AUDIT_KEY);
  });

  test('names a hole, and ends with 1 where it is urgent', async () => {
    const hole = { id: 1, url: 'https://example.com', title: 'x', vulnerable_versions: '>=0', severity: 'high' };
    advisories = { fastify: [hole] };
    const { code, stdout } = await security(settings);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Known holes:\n(?: {2}.*\n)* {2}fastify {2}high$/m);
    // Another number: npm keeps what it knows of one.
    advisories = { fastify: [{ ...hole, id: 2, severity: 'low' }] };
    const harmless = await security(settings);
    advisories = {};
    expect([harmless.code, harmless.stdout.includes('  fastify  low\n')]).toEqual([0, true]);
  });

  test('says that the registry could not be asked, and does the rest', async () => {
    const { code, stdout } = await security({ ...settings, npm_config_registry: 'http://127.0.0.1:1/' });
    expect(code).toBe(2);
    expect(stdout).toMatch(/^The registry could not be asked for known holes of these packages \(.+\)\. /m);
    expect(stdout).toContain('Secrets in the database:');
  });

  test('prints the bill of materials in CycloneDX: what is installed, with versions and hashes', async () => {
    const { code, stdout } = await security(settings, '--sbom');
    const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string; version: string }[] };
    expect([code, bill.bomFormat]).toEqual([0, 'CycloneDX']);
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', 'react']));
    expect(bill.components.every(({ version }) => /^\d/.test(version))).toBe(true);
  });

  test('goes on while a server uses the folder, and says so', async () => {
    const database = await openEmbedded({ dataDir, log: quietLog, onFatal: () => undefined });
    const { code, stdout } = await security(settings);
    await database.close();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Secrets in the database: not read\. .* is in use by process \d+\./m);
  });
});
