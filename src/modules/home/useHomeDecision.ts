import { useEffect, useState } from 'react';
import { isUnreachable } from '#data/errors.ts';
import { refreshRoles, useSession } from '#data/session.ts';
import { homeAfterFailure, homeFor, type HomeDecision } from '#domain/home.ts';

/** Looks the roles up on load; until the answer is there the last known ones decide. */
export function useHomeDecision(): HomeDecision {
  const { roles, rolesKnown } = useSession();
  const [failure, setFailure] = useState<HomeDecision | null>(null);
  useEffect(() => {
    let there = true;
    refreshRoles().then(
      () => there && setFailure(null),
      (error: unknown) => there && setFailure(homeAfterFailure(isUnreachable(error), rolesKnown ? roles : null)),
    );
    return () => {
      there = false;
    };
    // Only on load: the answer itself changes the roles.
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  const decided = failure ?? homeFor(roles);
  const key = JSON.stringify(decided);
  const [stable, setStable] = useState({ key, decided });
  if (stable.key !== key) setStable({ key, decided });
  return stable.decided;
}
