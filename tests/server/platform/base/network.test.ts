import { describe, expect, it } from 'vitest';
import { networkOf } from '#server/platform/base/network.ts';
import { places, sources } from '#tests/support/sources.ts';

describe('S15 the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('one network is one place however its addresses are written; its neighbour is another', () => {
    const inOne = [
      '2001:db8:a:b::1',
      '2001:db8:a:b:ffff:ffff:ffff:ffff',
      '2001:0db8:000a:000b:0:0:0:2',
      '2001:DB8:A:B::',
    ].map(networkOf);
    expect(new Set(inOne).size).toBe(1);
    expect(networkOf('2001:db8:a:c::1')).not.toBe(inOne[0]);
  });
});

describe('S12 what is counted', () => {
  it('is counted in one place', () => {
    const found = places(sources(['server']), /['"`]rate_limits['"`]|\b(?:into|update|from) rate_limits\b/).map(
      (place) => place.replace(/:\d+$/, ''),
    );
    expect([...new Set(found)]).toEqual(['server/platform/limits/repository.ts']);
  });

  it('and who is counted by an address is counted by its network: the address is for the audit log alone', () => {
    expect(
      places(sources(['server']), /(?<!networkOf\()request\.ip\b/).map((place) => place.replace(/:\d+$/, '')),
    ).toEqual(['server/platform/http/context.ts']);
  });
});
