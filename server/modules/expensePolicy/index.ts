/** The expense policy: its versions, and by which of them a claim is judged. */

export { expensePolicyCalls } from './routes.ts';
export { gradeOf } from './repository.ts';
export { countingFor, policiesAt, policiesFor, policiesKept, policiesNow, readVersions } from './versions.ts';
