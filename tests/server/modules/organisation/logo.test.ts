import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOrganisation, renameOrganisation } from '#contract/calls/organisation.ts';
import { getConfig } from '#contract/calls/platform.ts';
import { urlOf } from '#contract/endpoint.ts';
import { MAX_LOGO_BYTES, MAX_LOGO_SHOWN_BYTES } from '#contract/limits.ts';
import type { OrganisationState } from '#contract/organisation.ts';
import type { Config } from '#contract/session.ts';
import { LOGO_FAULT } from '#domain/logo.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { pdf } from '#tests/support/files.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let admin: Api;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as('org-admin');
});
afterAll(() => server.close());

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });
const plain = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 900, height: 300, channels: 4, background: '#0a58ca' } })
    .toFormat(format)
    .toBuffer();
const save = (logo: unknown) => admin.put(urlOf(renameOrganisation), { name: 'Acme', logo });
const shown = async (): Promise<string | undefined> =>
  (await fetch(`${server.url}${urlOf(getConfig)}`).then((answer) => answer.json() as Promise<Config>)).logo;
const bytesOf = (address = ''): Buffer => {
  expect(address).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/);
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
};

describe('ORG-37 the logo', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'of %s is made anew, small, and shown to whoever signs in',
    async (format) => {
      dataOf<OrganisationState>(await save((await plain(format)).toString('base64')));
      const made = bytesOf(await shown());
      expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 480, height: 160 });
      expect(dataOf<OrganisationState>(await admin.get(urlOf(getOrganisation))).logo).toBe(await shown());
    },
  );

  it('however busy the picture is, fits, and brings nothing along', async () => {
    const words = 'GPSLatitude and other words';
    const photo = await noise(900, 400)
      .withExif({ IFD0: { Copyright: words } })
      .jpeg({ quality: 60 })
      .toBuffer();
    expect(photo.includes(words)).toBe(true);
    dataOf(await save(photo.toString('base64')));
    const made = bytesOf(await shown());
    expect(made.length).toBeLessThanOrEqual(MAX_LOGO_SHOWN_BYTES);
    expect(made.includes(words)).toBe(false);
  });

  it('stays when nothing is said of it, and goes when it is taken away; the log says so', async () => {
    dataOf(await save((await plain('png')).toString('base64')));
    const before = await shown();
    dataOf(await admin.put(urlOf(renameOrganisation), { name: 'Acme India' }));
    expect(await shown()).toBe(before);
    dataOf(await save(null));
    expect(await shown()).toBeUndefined();
    const { after } = await server.database.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'organisation-named')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ name: 'Acme', logo: null });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('is no other file, no half picture, nothing large, and no picture of pictures too large to decode', async () => {
    const png = await plain('png');
    const huge = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const wrong of [
      7,
      '',
      'not base64!',
      Buffer.from(svg).toString('base64'),
      pdf('a bill').toString('base64'),
      png.subarray(0, png.length / 2).toString('base64'),
      Buffer.alloc(MAX_LOGO_BYTES + 3, 1).toString('base64'),
      huge.toString('base64'),
    ]) {
      const answer = await save(wrong);
      expect([answer.status, answer.body['errors']]).toEqual([422, { logo: LOGO_FAULT }]);
    }
    expect(
      (await (await server.as('employee')).put(urlOf(renameOrganisation), { name: 'x', logo: 'AAAA' })).status,
    ).toBe(403);
  });
});
