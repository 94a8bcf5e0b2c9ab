import { afterPaint } from './afterPaint.ts';
import { whenIdle } from './whenIdle.ts';

/** A page that is never at rest is not waited for any longer: somebody may press Back as soon as they see it. */
const LATEST_MS = 250;

/**
 * Runs after the frame that is drawn now and what comes up behind it: a tap opens something in its own frame, which is
 * filled in a transition. Answers how to call it off.
 */
export function onceFilled(run: () => void): () => void {
  let callOff = afterPaint(() => {
    callOff = whenIdle(run, LATEST_MS);
  });
  return () => callOff();
}
