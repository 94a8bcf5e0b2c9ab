/**
 * Runs what it is given one after the other, in the order in which it came; what fails holds up nothing behind it. For
 * work that would only get into its own way: commits of one store, photos that fill the memory, shares in their order.
 */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = before.then(work);
    before = mine.catch(() => undefined);
    return mine;
  };
}
