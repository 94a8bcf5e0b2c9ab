/** A page that is hidden before its next frame draws none until it is shown again. */
const LATEST_MS = 1_000;

/** Runs after the frame that is drawn now; a page that is not shown draws none. Answers how to call it off. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  const callOff = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const soon = (): void => {
    callOff();
    timer = setTimeout(run);
  };
  if (document.hidden) soon();
  else {
    frame = requestAnimationFrame(soon);
    timer = setTimeout(soon, LATEST_MS);
  }
  return callOff;
}
