import { PAPER_GROUP_HASHES } from '#contract/limits.ts';

/** What a group of digits of a bill is compared by (FNV-1a, folded); none can be told from it for sure (DOC-23). */
export function groupHash(digits: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < digits.length; at++) hash = Math.imul(hash ^ digits.charCodeAt(at), 0x01000193);
  const high = Math.floor((hash >>> 0) / PAPER_GROUP_HASHES);
  return high ^ (hash & (PAPER_GROUP_HASHES - 1));
}
