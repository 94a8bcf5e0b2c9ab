import { describe, expect, it } from 'vitest';
import { seededRandom } from '#server/demo/random.ts';
import { judgeFlatness, warmUpOf, type Minute } from '../support/flatness.ts';

const MB = 2 ** 20;

/** A share of the time that is judged, from 0 to 1, to what is planted then. */
type Planted = (share: number) => number;
interface Plants {
  memory?: Planted;
  handles?: Planted;
  slower?: Planted;
  others?: Planted;
  load?: Planted;
}

/**
 * A server at its everyday work: memory that rises by 100 MB from one collection to the next, a file or two, times that
 * vary by a quarter, a slow minute with a backup every fifteen, and a beginning of which nothing may count.
 */
function series(length: number, seed: number, plants: Plants = {}): Minute[] {
  const random = seededRandom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const warmUp = warmUpOf(length);
  const cycle = random.between(3, 5);
  return Array.from({ length }, (_, minute): Minute => {
    const share = Math.max(0, (minute - warmUp) / (length - 1 - warmUp));
    const at = (plant: Planted | undefined, otherwise: number): number => plant?.(share) ?? otherwise;
    const others = at(plants.others, 0.1 * random.next());
    const backup = minute % 15 === 14;
    const cold = minute < warmUp ? 1 - minute / warmUp : 0;
    const time = Math.exp(0.25 * normal()) * (1 + 2 * others) * (1 + 2 * cold) * (backup ? 4 : 1);
    return {
      minute,
      memory: (680 + (100 * (minute % cycle)) / cycle + 5 * normal() - 150 * cold) * MB + at(plants.memory, 0) * MB,
      handles: Math.round(60 + random.between(0, 2) + (backup ? 8 : 0) - 20 * cold + at(plants.handles, 0)),
      requests: Math.round((1_200 + 30 * normal()) * at(plants.load, 1)),
      p50: 4 * time,
      p99: 30 * time * at(plants.slower, 1),
      others,
    };
  });
}

/** What is found wrong in some runs of so many minutes. */
const found = (length: number, plants?: Plants): string[] =>
  Array.from({ length: length > 100 ? 5 : 40 }, (_, seed) =>
    judgeFlatness(series(length, seed + 1, plants), warmUpOf(length)).wrong.join('; '),
  );
const all = (words: RegExp, length: number, plants: Plants): void =>
  expect(found(length, plants).filter((each) => !words.test(each))).toEqual([]);
const none = (length: number, plants?: Plants): void =>
  expect(found(length, plants).filter((each) => each !== '')).toEqual([]);

describe('whether a server stayed as it was', () => {
  it.each([30, 120, 480])('noise alone is nothing wrong: %i minutes', (length) => {
    none(length);
  });

  it.each([
    [30, 80],
    [480, 50],
  ])('finds memory that creeps, or that begins to late: in %i minutes %i MB', (length, most) => {
    all(/^memory grew/, length, { memory: (share) => most * share });
    all(/^memory grew/, length, { memory: (share) => (share < 0.6 ? 0 : most) });
  });

  it.each([30, 480])('finds files that stay open: %i minutes', (length) => {
    all(/more files are open/, length, { handles: (share) => 25 * share });
    all(/more files are open/, length, { handles: (share) => (share < 0.7 ? 0 : 20) });
  });

  it('finds times that grow: to three times within two hours, to twice within eight', () => {
    all(/^p99 is/, 120, { slower: (share) => 1 + 2 * share });
    all(/^p99 is/, 480, { slower: (share) => 1 + share });
  });

  it('takes a machine that others use more and more for no slow server, and finds a slow one there', () => {
    const others: Planted = (share) => (Math.floor(share * 40) % 4) * 0.4;
    none(480, { others });
    all(/^p99 is/, 480, { others, slower: (share) => 1 + share });
  });

  it('says so where nothing at the end is like the beginning, and where the load fell', () => {
    all(/p99 cannot be judged/, 120, { others: (share) => (share < 0.5 ? 0 : 1.5) });
    all(/^the load fell/, 120, { load: (share) => (share < 0.5 ? 1 : 0.5) });
  });

  it('gives memory that was given back no bad word, and judges no run that is too short', () => {
    none(480, { memory: (share) => -80 * share });
    const short = judgeFlatness(series(10, 1, { memory: (share) => 400 * share }), 2);
    expect(short).toEqual({ memory: null, handles: null, p99: null, wrong: [] });
  });
});
