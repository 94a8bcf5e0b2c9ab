import 'fake-indexeddb/auto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '#server/demo/random.ts';
import { fieldLink } from '#tests/support/fieldLink.ts';
import { hashOf, pdf } from '#tests/support/files.ts';
import { faster, LINK_PROFILES, type LinkName } from '#tests/support/linkProfiles.ts';
import { email } from '#tests/support/people.ts';
import { phoneOnLink, saveClaim } from '#tests/support/phoneOnLink.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/**
 * A day of claims over each link of the field: three of them here, all by `npm run proof -- links`. All clocks run ten
 * times as fast, those of the server too.
 */

const DAYS = Number(process.env['LINK_DAYS'] ?? 1);
const SEED = Number(process.env['SEED'] ?? 1);
const SCALE = 10;
const FEW: readonly LinkName[] = ['2G, cut every 20 seconds', 'a train through tunnels', 'answers that get lost'];
const NAMES = process.env['LINK_DAYS'] === undefined ? FEW : (Object.keys(LINK_PROFILES) as readonly LinkName[]);
/** Bytes of the bills of a day, and how many seconds at most lie between two claims. */
const BILLS = process.env['LINK_DAYS'] === undefined ? [60_000, 200_000] : [60_000, 300_000, 120_000, 250_000];
const PAUSE = 30;
const MOST = 1.15;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    BODY_SILENCE_SECONDS: String(30 / SCALE),
    BODY_BYTES_A_SECOND: String(500 * SCALE),
  });
});
afterAll(() => server.close());

/** What became of a claim: how often the server has it, and whether with the very bytes of its bill. */
async function arrived(remarks: string, bill: Buffer): Promise<{ times: number; identical: boolean }> {
  const rows = await server.database.db
    .selectFrom('claims')
    .innerJoin('claim_bills', 'claim_bills.claim_id', 'claims.id')
    .select('file_hash')
    .where('remarks', '=', remarks)
    .execute();
  const kept = await server.files.get(hashOf(bill));
  return {
    times: rows.length,
    identical: rows.every((row) => row.file_hash === hashOf(bill)) && bill.equals(kept ?? Buffer.alloc(0)),
  };
}

async function aDay(name: LinkName, day: number): Promise<object> {
  const random = seededRandom(SEED * 1_000 + day * 100 + Object.keys(LINK_PROFILES).indexOf(name));
  const token = await server.signIn('employee');
  const link = await fieldLink(server.url, { ...faster(LINK_PROFILES[name], SCALE), random: () => random.next() });
  const phone = phoneOnLink({ owner: email('employee'), token, url: link.url, scale: SCALE });
  const begun = phone.now();
  const page = await phone.openPage();
  const claims = BILLS.map((size, number) => {
    const remarks = `${name}, day ${SEED} ${day}, claim ${number}`;
    return { remarks, bill: pdf(remarks, size) };
  });
  let saved = 0;
  const saving = (async () => {
    for (const { remarks, bill } of claims) {
      await saveClaim(page, remarks, bill);
      saved += 1;
      await wait((random.between(0, PAUSE) * 1_000) / SCALE);
    }
  })();
  await Promise.all([saving, page.sendAll(() => saved < claims.length)]);
  const entries = await page.outbox.list();
  page.outbox.close();
  await link.close();
  const size = claims.reduce((sum, { bill }) => sum + bill.length, 0);
  const ratio = link.up() / size;
  console.log(
    `${name}: ${claims.length} claims in ${Math.round((phone.now() - begun) / 1_000)} s of the phone, ` +
      `${ratio.toFixed(3)} of their bytes sent, ${link.connections()} connections, ${link.cuts()} cut`,
  );
  return {
    states: [...new Set(entries.map(({ state }) => state))],
    claims: await Promise.all(claims.map(({ remarks, bill }) => arrived(remarks, bill))),
    sent: ratio <= MOST ? 'few' : ratio.toFixed(3),
  };
}

describe('P12 UPL-5 links of the field', () => {
  const days = Array.from({ length: DAYS }, (_, day) => day);
  test.concurrent.each(NAMES)(`%s: a day of claims arrives, once, for few extra bytes; seed ${SEED}`, async (name) => {
    for (const day of days)
      expect(await aDay(name, day)).toEqual({
        states: ['done'],
        claims: BILLS.map(() => ({ times: 1, identical: true })),
        sent: 'few',
      });
  });
});

test('UPL-5 a quick link that is cut in the middle of a bill: it goes on where it was', async () => {
  const bills = [pdf('a bill before', 200_000), pdf('a bill that is cut', 250_000)];
  const out = { from: Infinity };
  const link = await fieldLink(server.url, {
    up: 80_000 * SCALE,
    weather(at) {
      if (out.from === Infinity && link.up() > 360_000) out.from = at;
      return at >= out.from && at < out.from + 300 ? 'down' : 'clear';
    },
  });
  const token = await server.signIn('employee');
  const page = await phoneOnLink({ owner: email('employee'), token, url: link.url, scale: SCALE }).openPage();
  for (const [number, bill] of bills.entries()) {
    await saveClaim(page, `cut ${number}`, bill);
    await page.sendAll();
  }
  page.outbox.close();
  await link.close();
  expect(link.cuts()).toBe(1);
  expect(link.up()).toBeLessThan(450_000 * MOST);
});
