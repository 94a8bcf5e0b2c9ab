import { mayActAs } from '#domain/access.ts';
import type { Verdict } from '#domain/verdict.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import type { Actor } from './context.ts';

/** The refusal of a negative verdict; null of a positive one. */
export const verdictRefusal = (verdict: Verdict): Refusal | null =>
  verdict.ok ? null : new Refusal(verdict.code, verdict.message);

/**
 * Throws the refusal of a negative verdict, with its message. `current`: the record it was judged on, where its state
 * forbade it.
 */
export function assertAllowed(verdict: Verdict, current?: () => unknown): void {
  if (!verdict.ok) throw new Refusal(verdict.code, verdict.message, current ? { current: current() } : {});
}

/** Who acts is the session's alone: an `email` parameter is only checked (Z17). */
export const assertSelf = (actor: Actor, email: string | undefined): void =>
  assertAllowed(mayActAs(actor.email, email));
