import { quantile, type Flatness, type Minute } from '#tests/support/flatness.ts';

/** What a run says at its end, on one line. */
export function toldOf({
  minutes,
  flat: { memory, handles, p99 },
  claims,
  kept,
}: {
  minutes: readonly Minute[];
  flat: Flatness;
  claims: number;
  kept: { lost: readonly string[]; doubled: readonly string[]; other: readonly string[] };
}): string {
  const MB = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
  const requests = minutes.reduce((sum, each) => sum + each.requests, 0);
  const middle = (values: readonly number[]): string => quantile(values, 0.5).toFixed(1);
  return [
    `${minutes.length} minutes, ${requests} requests (${(requests / minutes.length / 60).toFixed(1)} a second)`,
    `p50 ${middle(minutes.map(({ p50 }) => p50))} ms, p99 ${middle(minutes.map((each) => each.p99))} ms`,
    memory === null || handles === null
      ? 'too short to say what is flat'
      : `memory ${MB(memory.first)} to ${MB(memory.last)} MB (at most ${MB(memory.growth)} more), ` +
        `${handles.first} to ${handles.last} files`,
    ...(p99 === null ? [] : [`p99 at the end ${p99.growth.toFixed(2)} times that of the beginning`]),
    `${claims} claims acknowledged, ${kept.lost.length} lost, ` +
      `${kept.doubled.length} doubled, ${kept.other.length} otherwise`,
  ].join('; ');
}
