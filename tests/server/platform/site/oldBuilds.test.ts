import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildsFolder, keepBuild, pruneBuilds } from '#server/platform/site/oldBuilds.ts';
import { startSite, writeClient } from './fixture.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-07-15T12:00:00Z');
let folder: string;
const client = () => join(folder, 'client');
const kept = (name: string) => existsSync(join(buildsFolder(folder), name));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kharcha-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function build(name: string): void {
  rmSync(client(), { recursive: true, force: true });
  writeClient(client(), {
    'index.html': `<script src="/assets/${name}"></script>`,
    [`assets/${name}`]: `// ${name} ${'y'.repeat(2000)}`,
    [`assets/${name}.map`]: '{}',
  });
}

describe('SW-1, X40: pieces of builds served before', () => {
  test('stay when a new build takes their place', async () => {
    build('app-one.js');
    await keepBuild(client(), folder, NOW);
    build('app-two.js');
    await keepBuild(client(), folder, NOW + DAY);
    expect(readFileSync(join(buildsFolder(folder), 'app-one.js'), 'utf8')).toContain('// app-one.js');
    expect(kept('app-one.js.br')).toBe(true);
    expect(kept('app-one.js.map')).toBe(false);
  });

  test('are kept whole where servers start together on one folder', async () => {
    build('app-one.js');
    await Promise.all(Array.from({ length: 8 }, () => keepBuild(client(), folder, NOW)));
    expect(readdirSync(buildsFolder(folder)).filter((name) => !name.startsWith('app-one.js'))).toEqual([]);
    expect(readdirSync(buildsFolder(folder)).filter((name) => name.includes('.part'))).toEqual([]);
    expect(readFileSync(join(buildsFolder(folder), 'app-one.js'), 'utf8')).toContain('// app-one.js');
  });

  test('are served with the headers of a hashed file', async () => {
    const site = await startSite({ 'index.html': 'new', 'assets/app-two.js': 'two' });
    build('app-one.js');
    await keepBuild(client(), site.dataDir, NOW);
    const answer = await site.get('/assets/app-one.js', { 'accept-encoding': 'br' });
    expect([answer.status, answer.headers['content-encoding'], answer.headers['cache-control']]).toEqual([
      200,
      'br',
      'public, max-age=31536000, immutable',
    ]);
    for (const path of ['/assets/app-one.js.br', '/assets/../builds/app-one.js', '/builds/app-one.js', '/app-one.js'])
      expect((await site.get(path)).status).toBe(404);
    await site.close();
  });

  test('go 400 days after their build was last served, not before', async () => {
    build('app-one.js');
    await keepBuild(client(), folder, NOW);
    await keepBuild(client(), folder, NOW + 10 * DAY);
    build('app-two.js');
    await keepBuild(client(), folder, NOW + 20 * DAY);
    expect(await pruneBuilds(folder, NOW + 409 * DAY)).toBe(0);
    expect(await pruneBuilds(folder, NOW + 411 * DAY)).toBe(3);
    expect([kept('app-one.js'), kept('app-two.js')]).toEqual([false, true]);
  });

  test('a copy that was cut off is not taken for a piece', async () => {
    const site = await startSite({ 'index.html': 'new', 'assets/app-two.js': 'two' });
    build('app-one.js');
    await keepBuild(client(), site.dataDir, NOW);
    writeFileSync(join(buildsFolder(site.dataDir), 'app-half.js.part'), 'ha');
    for (const path of ['/assets/app-half.js.part', '/assets/app-half.js'])
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
    await site.close();
  });

  test('one that is not there is answered as data, for nobody to keep', async () => {
    const site = await startSite({ 'index.html': 'new', 'assets/app-two.js': 'two' });
    const answer = await site.get('/assets/app-gone.js', { 'accept-encoding': 'gzip, br' });
    expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([404, 'no-store', undefined]);
    await site.close();
  });

  test('of which there are two are the one of the build that is served', async () => {
    const site = await startSite({ 'index.html': 'new', 'assets/app-two.js': 'two' });
    mkdirSync(buildsFolder(site.dataDir), { recursive: true });
    writeFileSync(join(buildsFolder(site.dataDir), 'app-two.js'), 'old');
    expect((await site.get('/assets/app-two.js')).text).toBe('two');
    await site.close();
  });

  test('nothing was ever kept', async () => {
    expect(await pruneBuilds(folder, NOW)).toBe(0);
  });
});
