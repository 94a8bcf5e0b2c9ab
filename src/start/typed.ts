import { tapOn, type Tap } from './taps.ts';

/** A control of a picture that had the focus. */
interface Field {
  /** The control, named as a tap on it before anything was typed there. */
  place: Tap;
  /** What stands in it; null: nothing was typed, or nothing can be. */
  text: string | null;
}

/** What was typed on a page before the app drew it again. */
export interface Typed {
  fields: readonly Field[];
  /** The one that has the focus. */
  current: Field | null;
}

const isTypedIn = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type);

/** Keeps what is typed on `picture`, and what has the focus, for whoever draws the same controls in its place. */
export function watchTyping(picture: Element): () => Typed {
  const fields = new Map<Element, { place: Tap; before: string | null }>();
  let current: Element | null = null;
  const follow = ({ type, target }: Event): void => {
    if (type === 'focusout') {
      const left = current;
      // Browsers say so too where the picture is about to be taken away: then whoever does asks before this runs.
      queueMicrotask(() => {
        if (picture.isConnected && current === left) current = null;
      });
    }
    if (type !== 'focusin' || !(target instanceof Element)) return;
    const place = tapOn(target);
    if (place === null) return;
    if (!fields.has(target)) fields.set(target, { place, before: isTypedIn(target) ? target.value : null });
    current = target;
  };
  for (const name of ['focusin', 'focusout']) picture.addEventListener(name, follow);
  return () => {
    const typed = new Map(
      [...fields].map(([control, { place, before }]): [Element, Field] => [
        control,
        { place, text: isTypedIn(control) && control.value !== before ? control.value : null },
      ]),
    );
    return { fields: [...typed.values()], current: (current && typed.get(current)) ?? null };
  };
}
