import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { inSmallHeap } from '#server/platform/base/smallHeap.ts';
import { ROOT } from '#tests/support/sources.ts';

/** What follows, in a process of its own; answers what it says. `room`: the bytes for young objects. */
const said = (program: string): number[] =>
  JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', `${PARTS}${program}`], {
      cwd: ROOT,
      encoding: 'utf8',
    }),
  ) as number[];
const PARTS = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { holdHeapSmall, inSmallHeap } from './server/platform/base/smallHeap.ts';
  const room = () => getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size;
  async function work() {
    for (let kept = [], n = 0; n < 2_000_000; n += 1) {
      kept.push({ n });
      if (kept.length > 100_000) kept = [];
      if (n % 500_000 === 0) await null;
    }
  }
  const sizes = [room()];
`;
const WORK = `
  await inSmallHeap(() => Promise.all([inSmallHeap(async () => 1), work()]));
  sizes.push(room());
  await inSmallHeap(() => Promise.reject(new Error('no'))).catch(() => undefined);
  await work();
  sizes.push(room());
  console.log(JSON.stringify(sizes));`;

const HELD = `
  const [one, other] = [holdHeapSmall(), holdHeapSmall()];
  one();
  one();
  await work();
  sizes.push(room());
  other();
  await work();
  sizes.push(room());
  console.log(JSON.stringify(sizes));`;

/** What was decided before may double the room once; by itself it becomes eight times as much. */
const ONCE = 2.5;

describe('work in a small heap', () => {
  it('gives young objects no more room, also beside other such work; afterwards they have it again', () => {
    const [first = 0, small = 0, usual = 0] = said(WORK);
    expect(small).toBeLessThan(ONCE * first + 1_048_576);
    expect(usual).toBeGreaterThan(2 * small);
  });

  it('holds it until it is let go, however often that is done, and as long as anybody holds it', () => {
    const [first = 0, small = 0, usual = 0] = said(HELD);
    expect(small).toBeLessThan(ONCE * first + 1_048_576);
    expect(usual).toBeGreaterThan(2 * small);
  });

  it('answers what the work answers', async () => {
    expect(await inSmallHeap(async () => 7)).toBe(7);
    await expect(inSmallHeap(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
