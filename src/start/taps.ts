import type { Typed } from './typed.ts';

/**
 * Taps on a snapshot. They are kept until the app stands, and then made on the same control of the same record: by
 * what both are called, never by where they were, and while the record reads as it did (P22).
 */
export interface Tap {
  /** Name of the card or row that was tapped in; null outside of any. */
  row: string | null;
  /** What that row said, which version of the record it said it of, and what was typed in it. */
  facts: string;
  control: string;
}

const CONTROLS = 'a,button,input,select,textarea,label,summary';
const ROWS = 'li,tr';

const nameOf = (control: Element): string =>
  [
    control.localName,
    ...(control.localName === 'input' ? [control.getAttribute('type') ?? 'text'] : []),
    control.getAttribute('href') ?? control.getAttribute('aria-label') ?? control.textContent.trim(),
  ].join(' ');

/** What no other row of the page is called. */
const rowName = (row: Element | null): string | null =>
  row?.getAttribute('data-key') ?? row?.getAttribute('aria-label') ?? null;

/**
 * One tap may decide: what has changed since, or was typed and is gone, has not been seen as it is now. Names count
 * too: bills and warnings are pictures, the whole amount is a placeholder; and not all that a record says stands in its
 * row.
 */
function factsOf(row: Element): string {
  const typed = [...row.querySelectorAll<HTMLInputElement>('input:not([type=checkbox]), select, textarea')];
  const names = [...row.querySelectorAll('[aria-label], [placeholder]')].flatMap((each) =>
    ['aria-label', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
  );
  const said = row.cloneNode(true) as Element;
  for (const control of said.querySelectorAll(CONTROLS)) control.remove();
  const version = row.getAttribute('data-version') ?? '';
  return [version, said.textContent, ...typed.map(({ value }) => value), ...names].join('\n');
}

/** What was tapped; null for what does nothing, and in a row that has no name. */
export function tapOn(target: Element): Tap | null {
  const control = target.closest(CONTROLS);
  if (!control) return null;
  const row = control.closest(ROWS);
  const name = row ? rowName(row) : null;
  // A link of the navigation stands in a list too: its address says all.
  if (row && name === null && !control.hasAttribute('href')) return null;
  return { row: name, facts: row && name !== null ? factsOf(row) : '', control: nameOf(control) };
}

/** The control that a tap was meant for; null when there is none, or more than one it could be. */
export function controlOf({ row, facts, control }: Tap, root: ParentNode): HTMLElement | null {
  const isIt = (each: Element): boolean => rowName(each) === row && factsOf(each) === facts;
  const rows = row === null ? [root] : [...root.querySelectorAll(ROWS)].filter(isIt);
  const found = rows
    .flatMap((each) => [...each.querySelectorAll<HTMLElement>(CONTROLS)])
    .filter((each) => nameOf(each) === control && (row !== null || rowName(each.closest(ROWS)) === null));
  return found.length === 1 ? (found[0] ?? null) : null;
}

const isSameTap = (one: Tap, other: Tap): boolean => one.row === other.row && one.control === other.control;

/** Taps that were made while the app was on its way. */
export interface Taps {
  /** The app stands: `act` gets what was tapped, in order, and last what a finger is on that is still down. */
  hand(act: (tap: Tap) => void): void;
}

declare global {
  interface Window {
    /** What stands on the page until the app draws itself. */
    kharchaSnapshot?: { waiting: boolean; taps: Taps; typed?: () => Typed } | undefined;
  }
}

/** A finger that moves farther, in CSS pixels, scrolls. */
const MOVED = 12;
/** More than a person makes before the app is there. */
const MOST = 8;
/** Until a browser has made a click of a finger that was lifted. */
const CLICK_MS = 350;
const EVENTS = ['pointerdown', 'pointerup', 'pointercancel', 'click'] as const;

/**
 * Keeps the taps on `picture`, none of which does anything yet. A finger that is down when the app takes its place has
 * tapped what it went down on, and not what stands there now.
 */
export function watchTaps(picture: Element): Taps {
  const taps: Tap[] = [];
  let act: ((tap: Tap) => void) | null = null;
  let down: { tap: Tap | null; x: number; y: number } | null = null;

  const stop = (): void => {
    for (const name of EVENTS) window.removeEventListener(name, heard, true);
  };
  const keep = (tap: Tap | null): void => {
    if (tap && act) act(tap);
    // Nothing happens yet, so people tap again: twice would untick what they ticked.
    else if (tap && taps.length < MOST && !taps.some((each) => isSameTap(each, tap))) taps.push(tap);
  };
  function heard(event: Event): void {
    const here = event.target instanceof Element && picture.contains(event.target) ? event.target : null;
    const { clientX: x, clientY: y } = event as PointerEvent;
    if (event.type === 'click') {
      // After the app has come, this is the click of a finger that went down before: it is not for what stands there.
      if (!here && !(act && event.isTrusted)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (here) keep(tapOn(here));
    } else if (event.type === 'pointerdown') {
      if (act) stop();
      else down = here ? { tap: tapOn(here), x, y } : null;
    } else {
      const lifted = event.type === 'pointerup' && down && Math.hypot(x - down.x, y - down.y) < MOVED;
      if (act && lifted) keep(down?.tap ?? null);
      down = null;
      if (act) setTimeout(stop, CLICK_MS);
    }
  }

  for (const name of EVENTS) window.addEventListener(name, heard, true);
  return {
    hand(take) {
      act = take;
      taps.splice(0).forEach(take);
      if (!down) stop();
    },
  };
}
