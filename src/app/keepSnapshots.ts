import { keepSnapshot } from '#data/snapshot.ts';
import { startPageOf } from '#start/pages.ts';
import { treeOf } from '#start/tree.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import { sheetsInUse } from './sheetsInUse.ts';

/** After the last change: what is being written or loaded changes often. */
const CALM_MS = 700;
/** A page in one of these states is not what it shows when it is opened. */
const UNUSUAL = 'dialog[open], [role="dialog"], [role="alert"], [role="status"][aria-label="Loading"], [data-selected]';
/** What decides whether a tap on the picture is made (taps.ts), beside texts. */
const MEANT = ['data-version', 'aria-label', 'placeholder', 'href'];
/** Larger than any screenful of rows, as JSON; what is larger costs more than it saves. */
const MOST = 120_000;

/**
 * Keeps what start pages show, whenever that has changed and when the page is left. `isShown`: whether what stands
 * there is what the address names; while the next page loads, the one before stands under its address. @returns what
 * ends that
 */
export function keepSnapshots(root: HTMLElement, isShown: () => boolean): () => void {
  const last = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let callOff = (): void => undefined;

  function take(): void {
    clearTimeout(timer);
    callOff();
    timer = undefined;
    const path = startPageOf(window.location);
    if (path === null || document.querySelector(UNUSUAL)) return;
    if (!isShown()) return soon();
    const nodes = treeOf(root, window.innerHeight);
    const waiting = root.querySelector('[data-waiting]') !== null;
    const text = JSON.stringify(nodes);
    if (text.length > MOST || last.get(path) === text) return;
    last.set(path, text);
    const width = window.innerWidth;
    const seal = (): void =>
      void keepSnapshot(path, { nodes, waiting, styles: sheetsInUse(document) }, width).catch(() => last.delete(path));
    // In a task of its own: taking it was one already. A page that is left may have no other.
    if (document.hidden) seal();
    else setTimeout(seal);
  }

  function soon(): void {
    if (startPageOf(window.location) === null) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      callOff = whenIdle(take);
    }, CALM_MS);
  }
  const left = (): void => {
    if (document.hidden && timer !== undefined) take();
  };
  const observer = new MutationObserver(soon);
  observer.observe(root, { childList: true, subtree: true, characterData: true, attributeFilter: MEANT });
  document.addEventListener('visibilitychange', left);
  soon();
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', left);
    clearTimeout(timer);
    callOff();
  };
}
