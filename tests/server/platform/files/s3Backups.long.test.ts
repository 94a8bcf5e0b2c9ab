import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openS3Backups } from '#server/platform/files/s3Backups.ts';

const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const folder = mkdtempSync(path.join(tmpdir(), 'kharcha-s3-backups-'));
const file = (name: string): string => path.join(folder, name);
const signal = new AbortController().signal;
let s3: S3rver;
let url = '';
beforeAll(async () => {
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: file('s3'),
    configureBuckets: [{ name: 'backups', configs: [] }],
  });
  const { port } = (await s3.run()) as AddressInfo;
  url = `s3://backups/kharcha?endpoint=http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('backups in S3', () => {
  it('go there in parts, are listed by name, come back as they were and are removed', async () => {
    const away = openS3Backups(url, keys);
    expect(await away.list()).toEqual([]);
    const bytes = Buffer.alloc(12_000_000, 'backup');
    writeFileSync(file('one'), bytes);
    await away.put('2026-07-15T00-00-00Z', file('one'), signal);
    await away.put('2026-07-16T00-00-00Z', file('one'), signal);
    // Beside the folder of the address: not ours.
    await openS3Backups(url.replace('/kharcha?', '?'), keys).put('2026-07-17T00-00-00Z', file('one'), signal);
    expect((await away.list()).toSorted()).toEqual(['2026-07-15T00-00-00Z', '2026-07-16T00-00-00Z']);
    await away.get('2026-07-15T00-00-00Z', file('back/one'));
    expect(readFileSync(file('back/one')).equals(bytes)).toBe(true);
    await away.remove('2026-07-15T00-00-00Z');
    expect(await away.list()).toEqual(['2026-07-16T00-00-00Z']);
    await expect(away.get('2026-07-15T00-00-00Z', file('back/none'))).rejects.toThrow(
      'There is no backup named 2026-07-15T00-00-00Z in BACKUP_URL.',
    );
  });

  it('a store that is not there, or an address that is none, is said', async () => {
    const gone = openS3Backups('s3://backups?endpoint=http://127.0.0.1:1', keys, 200);
    await expect(gone.list()).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(() => openS3Backups('s3://', keys)).toThrow(
      'BACKUP_URL is not an address such as s3://bucket?endpoint=https://host&region=name.',
    );
    expect(() => openS3Backups('s3://backups', {})).toThrow(/^BACKUP_URL needs AWS_ACCESS_KEY_ID/);
  });
});
