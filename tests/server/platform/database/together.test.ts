import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Tables } from '#server/platform/database/tables.ts';
import { logFailuresOf, ofEach, shared, sharedReads, type Sort } from '#server/platform/database/together.ts';

/** What was carried out: a list for a shared statement, a single one for what went alone. */
type Carried = (number | readonly number[])[];

/** Doubles numbers; a shared statement waits until the test lets it go. */
function doubling(sort: Partial<Sort<number, number>> = {}) {
  const carried: Carried = [];
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const ask = shared<number, number>({
    alone: async (asked) => {
      carried.push(asked);
      return asked * 2;
    },
    together: async (asked) => {
      carried.push(asked);
      await gate;
      return asked.map((each) => ({ answer: each * 2 }));
    },
    ...sort,
  });
  const all = (asked: readonly number[]): Promise<number[]> => Promise.all(asked.map(ask));
  return { ask, all, carried, letGo };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('what is asked at the same time', () => {
  it('goes alone when nobody else asks', async () => {
    const { ask, carried } = doubling();
    expect([await ask(1), await ask(2)]).toEqual([2, 4]);
    expect(carried).toEqual([1, 2]);
  });

  it('shares one statement, and each gets its own answer', async () => {
    const { all, carried, letGo } = doubling();
    letGo();
    expect(await all([1, 2, 3])).toEqual([2, 4, 6]);
    expect(carried).toEqual([[1, 2, 3]]);
  });

  it('is bounded: 32 at a time, in their order', async () => {
    const { all, carried, letGo } = doubling();
    letGo();
    expect(await all(upTo(70))).toEqual(upTo(70).map((each) => each * 2));
    expect(carried).toEqual([upTo(32), upTo(64).slice(32), upTo(70).slice(64)]);
  });

  it('does not wait for ever behind a statement that does not end', async () => {
    const { all, ask, letGo } = doubling();
    const first = all([1, 2]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await ask(3)).toBe(6);
    letGo();
    expect(await first).toEqual([2, 4]);
  });

  it('goes apart where it must not share', async () => {
    const { all, carried, letGo } = doubling({ apartBy: (asked) => asked % 2 });
    letGo();
    expect(await all([1, 3, 4, 6])).toEqual([2, 6, 8, 12]);
    expect(carried).toEqual([
      [1, 4],
      [3, 6],
    ]);
  });

  it('goes alone where it took no effect in the shared statement', async () => {
    const { all, carried } = doubling({
      together: async (asked) => asked.map((each) => (each === 2 ? null : { answer: each * 2 })),
    });
    expect(await all([1, 2, 3])).toEqual([2, 4, 6]);
    expect(carried).toEqual([2]);
  });

  it('each goes alone after an error, and only the one whose error it is gets it', async () => {
    const { ask } = doubling({
      alone: async (asked) => (asked === 2 ? Promise.reject(new Error('two is wrong')) : asked * 2),
      together: () => Promise.reject(new Error('one of these is wrong')),
    });
    const settled = await Promise.allSettled([1, 2, 3].map(ask));
    expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).message))).toEqual([
      2,
      'two is wrong',
      6,
    ]);
  });

  it('a shared statement that fails is told once for each SQLSTATE, and without its words', async () => {
    const warned: string[] = [];
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool() }) });
    logFailuresOf(db, { warn: (message) => void warned.push(message) });
    let code = '23505';
    const askOf = ofEach('doubles', (_db, failed) =>
      sharedReads<number, number>(async (asked) => {
        if (asked.length > 1) throw Object.assign(new Error('Key (email)=(asha@example.com) exists.'), { code });
        return asked.map((each) => each * 2);
      }, failed),
    );
    const all = () => Promise.all([1, 2, 3].map(askOf(db)));
    expect([await all(), await all()]).toEqual([
      [2, 4, 6],
      [2, 4, 6],
    ]);
    code = '40P01';
    await all();
    expect(warned).toEqual(
      ['23505', '40P01'].map(
        (state) => `A statement that several shared failed (doubles, SQLSTATE ${state}): each goes alone`,
      ),
    );
    await db.destroy();
  });

  it('X54 is not repeated here where the connection broke: nobody knows whether it took effect', async () => {
    const lost = Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    const { ask, carried } = doubling({ together: () => Promise.reject(lost) });
    const settled = await Promise.allSettled([1, 2].map(ask));
    expect(settled).toEqual([1, 2].map(() => ({ status: 'rejected', reason: lost })));
    expect(carried).toEqual([]);
  });

  it('goes on after all of this', async () => {
    let fails = true;
    const { ask, all } = doubling({
      alone: async (asked) => (fails ? Promise.reject(new Error('no')) : asked * 2),
      together: async () => Promise.reject(new Error('no')),
    });
    await Promise.allSettled([1, 2, 3].map(ask));
    fails = false;
    expect(await all([4, 5])).toEqual([8, 10]);
  });
});
