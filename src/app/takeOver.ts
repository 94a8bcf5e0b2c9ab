import { controlOf, type Tap } from '#start/taps.ts';
import type { Typed } from '#start/typed.ts';

/** A row may come a moment after the frame; what was tapped longer ago is not what the person wants now. */
const PATIENCE_MS = 3_000;

/**
 * Makes taps on the snapshot where they were meant to go. One whose row is not there any more, or reads otherwise, is
 * dropped: it must act on no other (P22).
 */
function replay(taps: Tap[], root: HTMLElement): void {
  const began = performance.now();
  // The person has gone on: what comes late would surprise.
  let over = false;
  window.addEventListener('pointerdown', () => (over = true), { capture: true, once: true });
  const look = (): void => {
    const [next] = taps;
    if (!next || over || performance.now() - began > PATIENCE_MS) return;
    // An earlier tap has opened something: what lies behind it is out of a finger's reach.
    if (document.querySelector('dialog[open], [role="dialog"]')) return;
    const control = controlOf(next, root);
    if (control) {
      taps.shift();
      control.focus({ preventScroll: true });
      control.click();
    }
    requestAnimationFrame(look);
  };
  look();
}

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/**
 * Puts what was typed on the picture into the same fields of the page, as if it were typed there, and the focus where
 * it was: where the record reads as it did.
 */
function retype({ fields, current }: Typed, root: HTMLElement): void {
  for (const each of fields) {
    if (each.text === null && each !== current) continue;
    const field = controlOf(each.place, root);
    if (each.text !== null && field instanceof HTMLInputElement && each.text !== field.value) {
      setValue?.call(field, each.text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (each === current) field?.focus({ preventScroll: true });
  }
}

/** The app stands where the snapshot stood: takes what was typed on it, and its taps. */
export function takeOver(root: HTMLElement): void {
  const snapshot = window.kharchaSnapshot;
  window.kharchaSnapshot = undefined;
  if (snapshot?.typed) retype(snapshot.typed(), root);
  const taps: Tap[] = [];
  let replaying = false;
  snapshot?.taps.hand((tap) => {
    taps.push(tap);
    if (replaying) return;
    replaying = true;
    requestAnimationFrame(() => {
      replaying = false;
      replay(taps, root);
    });
  });
}
