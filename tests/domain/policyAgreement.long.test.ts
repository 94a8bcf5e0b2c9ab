import { expect, test } from 'vitest';
import { expectedFields, onPhone, onServer, outcomeOf, scene } from '#tests/support/policyAgreement.ts';
import { fc } from '#tests/support/property.ts';

test('POL-3 POL-4 POL-9 a phone and the server judge 100,000 claims alike', () => {
  fc.assert(
    fc.property(scene, (each) => {
      const server = onServer(each);
      expect(outcomeOf(onPhone(each))).toEqual(outcomeOf(server));
      expect(Object.keys(outcomeOf(server).errors).toSorted()).toEqual(expectedFields(each));
    }),
    { numRuns: 100_000 },
  );
});
