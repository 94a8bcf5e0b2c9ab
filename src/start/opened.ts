import { startPageOf } from './pages.ts';

/**
 * The document of a start page comes from the device without an opener policy, which would cost a second process at
 * every start (docs/decisions/0047-opener-policy.md). Whoever opened this page from another site might keep a hold of
 * it, so it goes to an address that the worker answers with the policy, before it shows anything (Z60).
 * @returns that address; null for a page that nobody holds, or that came with the policy
 */
export function addressApart(page: Pick<Window, 'opener' | 'location'>, referrer: string): string | null {
  const { location } = page;
  if (location.search !== '' || startPageOf(location) === null) return null;
  // An app of the phone that begins this one names itself too, and holds nothing.
  const isLinked = /^https?:/.test(referrer) && !referrer.startsWith(`${location.origin}/`);
  return page.opener || isLinked ? `${location.pathname}?page=0${location.hash}` : null;
}
