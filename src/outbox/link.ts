/**
 * How large a part of a file may be, by what the link has carried so far. Pure. A part takes about five seconds: short
 * enough to say how far it is and to lose little, long enough that what goes with each request does not matter.
 */
export interface PartSizes {
  /** Before anything is known of the link. No larger file goes in one request, however quick the link. */
  first: number;
  least: number;
  most: number;
}

export const PART_SIZES: PartSizes = { first: 32_768, least: 8_192, most: 2_097_152 };
export const PART_MS = 5_000;
/** Maximum growth from one part to the next: a single quick answer proves little. */
const GROWTH = 8;

const within = ({ least, most }: PartSizes, bytes: number): number =>
  Math.max(least, Math.min(most, Math.floor(bytes)));

/**
 * The next part after `bytes` took `ms`. One much smaller than allowed (the end of a file) tells nothing of the link.
 */
export function afterPart(part: number, sent: { bytes: number; ms: number }, sizes: PartSizes = PART_SIZES): number {
  if (sent.bytes * 2 < part) return part;
  const fitting = (sent.bytes / Math.max(sent.ms, 1)) * PART_MS;
  return within(sizes, Math.min(fitting, sent.bytes * GROWTH));
}

/** The next part after one that got no answer: some links carry nothing that takes long. */
export const afterFailure = (part: number, sizes: PartSizes = PART_SIZES): number => within(sizes, part / 2);
