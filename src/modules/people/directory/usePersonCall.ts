import { leavePerson } from '#contract/calls/people.ts';
import type { DirectoryPerson } from '#contract/people.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';

/** One change of a person that is made at once, of the version that is looked at. */
export function usePersonCall({ personId, version }: DirectoryPerson) {
  const { run: runCall, ...shown } = useOnlineCall(leavePerson);
  /** Answers whether it was made; why not stands in `failure`, or in `errors` beside its field. */
  const run = async (
    what: unknown,
    make: (at: { parts: { id: string }; ifMatch: number; key: string }) => Promise<object>,
  ): Promise<boolean> =>
    (await runCall([personId, version, what], (key) => make({ parts: { id: personId }, ifMatch: version, key }))) !==
    null;
  return { ...shown, run };
}
