import { isIPv6 } from 'node:net';

const MAPPED = /^(?:0*:)*:?ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** The eight groups of an IPv6 address, written out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}

/**
 * Whom limits count by: an IPv4 address itself, of IPv6 the /64 network, since a client with one of its addresses has
 * all of them (S15). An IPv4 address inside IPv6 is that IPv4 address. Anything that is not an address counts as
 * itself.
 */
export function networkOf(address: string): string {
  const bare = (address.split('%', 1)[0] ?? '').replace(MAPPED, '');
  return isIPv6(bare) ? `${groupsOf(bare).slice(0, 4).join(':')}::/64` : bare;
}
