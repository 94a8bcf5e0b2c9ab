const PRIME = 0x100_0000_01b3n;
const START = 0xcbf2_9ce4_8422_2325n;

/**
 * A name for a name: always the same for the same text, and nothing that can be read (ID-1). For names that are in the
 * clear on a device; FNV-1a, no secret.
 */
export function opaque(text: string): string {
  let hash = START;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(36);
}
