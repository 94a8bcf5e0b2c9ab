const waiting = new Map<Element, () => void>();
let watch: IntersectionObserver | undefined;

/** One for all: a list has dozens of what is only drawn when it is seen. */
const watching = (): IntersectionObserver =>
  (watch ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const run = waiting.get(target);
      if (!isIntersecting || !run) continue;
      forget(target);
      run();
    }
  }));

function forget(element: Element): void {
  waiting.delete(element);
  watch?.unobserve(element);
}

/**
 * Runs once the element comes into sight; never where the browser cannot tell. An element has one that waits. Answers
 * how to call it off.
 */
export function whenSeen(element: Element, run: () => void): () => void {
  if (typeof IntersectionObserver !== 'function') return () => undefined;
  waiting.set(element, run);
  watching().observe(element);
  return () => forget(element);
}
