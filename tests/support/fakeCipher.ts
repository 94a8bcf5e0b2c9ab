import type { Cipher } from '#storage/vault.ts';

/**
 * Stands in for AES-GCM where thousands of schedules run: quick, deterministic, and like it refuses a wrong person, a
 * wrong place and damage.
 */
export function fakeCipher(person: string): Cipher {
  const mark = (context: string): Uint8Array => new TextEncoder().encode(`${person}|${context}|`);
  const sum = (bytes: Uint8Array): number => bytes.reduce((total, byte) => (total * 31 + byte) % 65_521, 7);
  return {
    seal(bytes, context) {
      const head = mark(context);
      const plain = new Uint8Array(bytes);
      const sealed = new Uint8Array(head.length + 2 + plain.length);
      sealed.set(head);
      new DataView(sealed.buffer).setUint16(head.length, sum(plain));
      sealed.set(plain, head.length + 2);
      return Promise.resolve(sealed.buffer);
    },
    unseal(sealed, context) {
      const head = mark(context);
      const bytes = new Uint8Array(sealed);
      const plain = bytes.slice(head.length + 2);
      const right =
        bytes.length >= head.length + 2 &&
        head.every((byte, at) => bytes[at] === byte) &&
        new DataView(sealed).getUint16(head.length) === sum(plain);
      return right ? Promise.resolve(plain.buffer) : Promise.reject(new DOMException('bad seal', 'OperationError'));
    },
  };
}
