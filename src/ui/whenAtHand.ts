import { whenIdle } from './whenIdle.ts';

/**
 * Runs what asks for code ahead of its use, when the page has nothing better to do and the worker answers it: on a
 * first visit that code is being kept by the worker already, and would share the link with it. Answers how to call it
 * off.
 */
export function whenAtHand(run: () => void): () => void {
  const worker = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (!worker || worker.controller) return whenIdle(run);
  let callOff = (): void => worker.removeEventListener('controllerchange', begin);
  function begin(): void {
    callOff = whenIdle(run);
  }
  worker.addEventListener('controllerchange', begin, { once: true });
  return () => callOff();
}
