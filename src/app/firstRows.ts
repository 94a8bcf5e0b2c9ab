import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '#ui/whenIdle.ts';
import { inPieces } from './inPieces.ts';

/** What a page shows first are the rows of its screen; the rest of the frame's code comes after them. */

const PATIENCE_MS = 3_000;
const PAINTED_MS = 500;
let shown: Promise<void> = Promise.resolve();

/**
 * What calls `afterFirstRows` waits from now on until the screen has its answers and is drawn; not for long. Answers
 * what says that the first frame is painted: a page that waits before that is idle too.
 */
export function holdForRows(client: QueryClient): () => void {
  let drawn = (): void => undefined;
  shown = new Promise((resolve) => {
    let unsubscribe = (): void => undefined;
    const end = (): void => {
      unsubscribe();
      clearTimeout(timer);
      resolve();
    };
    let callOff = (): void => undefined;
    // Between two answers nothing is asked for, for a moment.
    const look = (): void => {
      callOff();
      if (client.isFetching() === 0) callOff = whenIdle(() => client.isFetching() === 0 && end(), PAINTED_MS);
    };
    drawn = () => {
      unsubscribe = client.getQueryCache().subscribe(look);
      look();
    };
    const timer = setTimeout(end, PATIENCE_MS);
  });
  return drawn;
}

/** Loads a part of the frame that nobody misses until the rows stand. */
export const afterFirstRows =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  () =>
    shown.then(load);

/** The same for a part that is built on the outbox and the calls. */
export const afterPieces = <T>(load: () => Promise<T>): (() => Promise<T>) => afterFirstRows(() => inPieces(load));
