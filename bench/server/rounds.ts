import { median } from '../support/stats.ts';

/**
 * Measures two things in turn, A B A B …, after one round of each to warm up: medians, and the median of the rounds'
 * ratios.
 */
export async function inTurn(
  rounds: number,
  figure: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ figure: number; floor: number; ratio: number }> {
  await figure();
  await floor();
  const figures: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < rounds; round++) {
    figures.push(await figure());
    floors.push(await floor());
  }
  return {
    figure: median(figures),
    floor: median(floors),
    ratio: median(figures.map((value, round) => value / (floors[round] ?? Number.NaN))),
  };
}
