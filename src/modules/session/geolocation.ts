import { writePlace } from '#data/cookies.ts';
import { GEOLOCATION_OPTIONS, judgeGeolocation, type GeolocationResult } from '#domain/session.ts';
import type { Verdict } from '#domain/verdict.ts';

function ask(): Promise<GeolocationResult> {
  const { geolocation } = navigator;
  if (!geolocation) return Promise.resolve({ kind: 'unsupported' });
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ kind: 'position', latitude: coords.latitude, longitude: coords.longitude }),
      ({ code, message }) => resolve({ kind: 'error', code, message }),
      GEOLOCATION_OPTIONS,
    );
  });
}

/**
 * Asks where this is, before sign-in, and keeps it in the lat-long cookie. The verdict says whether sign-in may go on.
 */
export async function locate(): Promise<Verdict> {
  const result = await ask();
  if (result.kind === 'position') writePlace(result.latitude, result.longitude);
  return judgeGeolocation(result);
}
