import { describe, expect, test } from 'vitest';
import {
  expectedFields,
  historyOf,
  onPhone,
  onServer,
  outcomeOf,
  scene,
  SAVED,
  type Scene,
} from '#tests/support/policyAgreement.ts';
import { addDays } from '#domain/dates.ts';
import { fc } from '#tests/support/property.ts';

const RUNS = { numRuns: 2_000 };

describe('POL-3 POL-4 POL-9 a phone and the server', () => {
  test('judge every claim alike, whatever the history of the policy', () => {
    fc.assert(
      fc.property(scene, (each) => {
        const server = onServer(each);
        expect(outcomeOf(onPhone(each))).toEqual(outcomeOf(server));
        expect(Object.keys(outcomeOf(server).errors).toSorted()).toEqual(expectedFields(each));
      }),
      RUNS,
    );
  });

  test('a version from the day after the claim and its saving on changes nothing of it', () => {
    fc.assert(
      fc.property(scene, scene, (each, { versions: [other] }) => {
        fc.pre(other !== undefined && each.claim.back >= 0);
        const later = { from: 1, late: false, policy: other?.policy as NonNullable<typeof other>['policy'] };
        const more: Scene = { ...each, versions: [...each.versions.filter(({ from }) => from <= 0), later] };
        const less: Scene = { ...each, versions: each.versions.filter(({ from }) => from <= 0) };
        expect(historyOf(more).at(-1)?.effectiveFrom).toBe(addDays(SAVED, 1));
        expect(onServer(more)).toEqual(onServer(less));
        expect(outcomeOf(onPhone(more))).toEqual(outcomeOf(onPhone(less)));
      }),
      RUNS,
    );
  });
});
