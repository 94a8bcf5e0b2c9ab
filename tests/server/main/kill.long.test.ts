import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { Api, type Answer } from '../../support/api.ts';
import { hashOf, pdf } from '../../support/files.ts';
import { email } from '../../support/people.ts';
import {
  endAll,
  newFolder,
  removeFolder,
  signInDemo,
  startProcess,
  stopProcess,
  type ServerProcess,
} from './process.ts';

/** `npm run proof -- kills` asks for more. */
const ROUNDS = Number(process.env['KILLS'] ?? 5);
const CLAIMS_A_ROUND = 16;
const AT_ONCE = 4;
const folder = newFolder();
afterAll(() => {
  endAll();
  removeFolder(folder);
});

/** One claim that a phone wants to file: its key and its bill are made once and stay the same for every try. */
interface Intention {
  key: string;
  bill: Buffer;
  remarks: string;
  /** The id that was acknowledged, if an answer came. */
  acknowledged?: string;
}

/** Read once: the same request is the same to the letter. */
const YESTERDAY = Date.now() - 86_400_000;
const intentionsOf = (round: number): Intention[] =>
  Array.from({ length: CLAIMS_A_ROUND }, (_, index) => ({
    key: `kill-${round}-${index}-0123456789`,
    bill: pdf(`bill ${round} ${index}`, 20_000),
    remarks: `Courier ${round}/${index}`,
  }));

const idOf = (answer: Answer): string => (answer.body['data'] as { expenseId: string }).expenseId;

/** As a phone does: what a busy server puts off is sent again. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await send();
    if (answer.status !== 503 || tries === 20) return answer;
    await wait(250);
  }
}

/** Uploads the bill and files the claim; throws when no answer comes. */
async function file(api: Api, intention: Intention): Promise<Answer> {
  const upload = await patiently(() => api.upload(intention.bill));
  expect(upload.body['data']).toMatchObject({ fingerPrint: hashOf(intention.bill) });
  const body = {
    localExpenseType: 'OTHERS',
    expenseDate: YESTERDAY,
    claimAmount: 125.5,
    remarks: intention.remarks,
    billUrl: [hashOf(intention.bill)],
  };
  const headers = { 'Idempotency-Key': intention.key };
  return patiently(() => api.post(`/api/v1/allExpense/create/?primaryExpenseType=0`, body, headers));
}

/**
 * Files all of them, a few at a time, and kills the server after `deadline` acknowledgements, while others are under
 * way.
 */
async function fileUntilKilled(
  server: ServerProcess,
  api: Api,
  intentions: readonly Intention[],
  deadline: number,
): Promise<void> {
  const queue = [...intentions];
  let acknowledged = 0;
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const answer = await file(api, next).catch(() => null);
      if (!answer) return;
      expect(answer.status).toBe(200);
      next.acknowledged = idOf(answer);
      acknowledged += 1;
      if (acknowledged === deadline) server.child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await server.exit;
}

interface Claim {
  expenseId: string;
  remarks: string;
  billUrl: { fingerPrint: string }[];
}

async function allClaims(api: Api): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (let page = 0; ; page += 1) {
    const answer = await api.get(
      `/api/v1/allExpense/search?primaryExpenseType=0&pageSize=100&pageNumber=${page}` +
        `&filter=USER_EMAIL:${encodeURIComponent(email('newcomer'))}`,
    );
    const { results } = answer.body['data'] as { results: { content: Claim[]; totalElements: number } };
    claims.push(...results.content);
    if (claims.length >= results.totalElements) return claims;
  }
}

describe('C3, D1, D2, X43: kill -9 under load', () => {
  test(`${ROUNDS} kills: what was acknowledged is there, and a retry with the same key makes one of each`, async () => {
    const all: Intention[] = [];
    let token: string | null = null;
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = startProcess({ DATA_DIR: folder });
      const url = await server.ready;
      // The session is one of the things that must survive.
      const api: Api = token === null ? await signInDemo(url, email('newcomer')) : new Api(url, token);
      token = api.token;
      const there = new Set((await allClaims(api)).map((claim) => claim.expenseId));
      expect(all.flatMap((one) => (one.acknowledged && !there.has(one.acknowledged) ? [one.remarks] : []))).toEqual([]);
      const intentions = intentionsOf(round);
      all.push(...intentions);
      // Early and late, in whatever order: always before all are acknowledged.
      await fileUntilKilled(server, api, intentions, 1 + ((7 * round + 1) % (CLAIMS_A_ROUND - 1)));
    }

    const server = startProcess({ DATA_DIR: folder });
    const api = new Api(await server.ready, token);
    for (const intention of all) {
      const answer = await file(api, intention);
      expect(answer.status).toBe(200);
      if (intention.acknowledged === undefined) continue;
      expect([idOf(answer), answer.headers.get('idempotency-replayed')]).toEqual([intention.acknowledged, 'true']);
    }
    const claims = await allClaims(api);
    expect(claims.map((claim) => claim.remarks).toSorted()).toEqual(all.map((one) => one.remarks).toSorted());
    for (const claim of claims) {
      const intention = all.find((one) => one.remarks === claim.remarks);
      const bytes = (await api.get(`/api/v1/Common/document/${claim.billUrl[0]?.fingerPrint}`)).bytes;
      expect(hashOf(bytes)).toBe(hashOf(intention?.bill ?? Buffer.alloc(0)));
    }
    // Some were cut off in the middle: otherwise the kills proved nothing.
    expect(all.some((one) => one.acknowledged === undefined)).toBe(true);
    expect(all.filter((one) => one.acknowledged !== undefined).length).toBeGreaterThan(ROUNDS * 2);
    expect(await stopProcess(server)).toBe(0);
  });
});
