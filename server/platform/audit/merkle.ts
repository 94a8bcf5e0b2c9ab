import { createHash } from 'node:crypto';

/**
 * The Merkle tree of RFC 9162 (2.1) over texts: its root says what all of them were, and a short path shows that one of
 * them was among them at its place.
 */

const sha = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (text: string): Buffer => sha(LEAF, text);
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha(NODE, left, right);

/** The largest power of two below `size`. */
const splitOf = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);

/** The root over these leaf hashes; of none that of nothing. */
export function rootOf(leaves: readonly Buffer[], from = 0, to = leaves.length): Buffer {
  const size = to - from;
  if (size === 0) return sha('');
  const only = leaves[from];
  if (size === 1 && only) return only;
  const middle = from + splitOf(size);
  return nodeHash(rootOf(leaves, from, middle), rootOf(leaves, middle, to));
}

/** What to hash the leaf at `index` with, from the bottom up, to come to the root. */
export function pathOf(leaves: readonly Buffer[], index: number, from = 0, to = leaves.length): Buffer[] {
  if (to - from <= 1) return [];
  const middle = from + splitOf(to - from);
  return index < middle
    ? [...pathOf(leaves, index, from, middle), rootOf(leaves, middle, to)]
    : [...pathOf(leaves, index, middle, to), rootOf(leaves, from, middle)];
}
