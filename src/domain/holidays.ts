import type { Day } from './dates.ts';
import { holidayOf } from './policy.ts';
import { SPECIFICATION } from './policyVersions.ts';

/** The name of the specification's holiday on that day; null on any other (MGR-31). Others are in the policy. */
export const holidayOn = (day: Day): string | null => holidayOf(SPECIFICATION, day);
