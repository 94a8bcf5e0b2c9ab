import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An IPv4 address written as IPv6 is found by the IPv4 ones. */
const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

/** Loopback, private and reserved addresses: never those of a service on the internet (NOTE-12). */
export const isInside = (address: string): boolean =>
  isIP(address) === 0 || inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Where clouds tell a machine its own passwords: no service is there, however its address is written. */
const metadata = new BlockList();
for (const [net, bits, family] of [
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['fd00:ec2::254', 128, 'ipv6'],
  ['fd20:ce::254', 128, 'ipv6'],
  ['64:ff9b::a9fe:0', 112, 'ipv6'],
] as const)
  metadata.addSubnet(net, bits, family);

/** Link-local addresses and those at which a cloud answers a machine about itself: never asked, by anybody. */
export const isMetadata = (address: string): boolean => metadata.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A name that leads to an address that may not be connected to, or to none. */
export class InsideAddress extends Error {
  override name = 'InsideAddress';
}

/** Answers every address of a name, as `dns.lookup` does. */
export type Lookup = (
  name: string,
  options: { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

/**
 * Looks a name up at the moment of connecting, so that what was checked is what is connected to. Fails with
 * `InsideAddress` where an address is `refused`.
 */
export const guardedLookup =
  (lookup: Lookup, refused: (address: string) => boolean): LookupFunction =>
  (name, options, done) => {
    lookup(name, { all: true }, (error, found) => {
      const bad =
        error ??
        (found.length === 0 || found.some(({ address }) => refused(address))
          ? new InsideAddress('The name leads to no public address.')
          : null);
      const first = found?.[0];
      if (bad || !first) done(bad ?? new InsideAddress('The name leads nowhere.'), '', 4);
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
