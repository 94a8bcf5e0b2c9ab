import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The tests that take the longest. Nothing in a fresh clone tells: some are short to read. */
const LONG = [
  'core.postgres',
  'finance.postgres',
  'plantedBugs.long',
  'database/kill.long',
  'main/kill.long',
  'main/refusals.long',
  'main/lifecycle.long',
  's3Store.long',
  'whoMay',
  'database/embedded',
  'outbox/model',
  'outbox/identityModel',
  'tests/regularExpressions',
];

/** The order of Vitest, but the long ones first: begun last, one would run alone while the other cores wait for it. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
