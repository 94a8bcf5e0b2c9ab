import { tapOn, type Tap } from './taps.ts';

/** A field of a picture that somebody was in. */
interface Field {
  /** The field, named as a tap on it before anything was typed there. */
  place: Tap;
  /** What stands in it; null: nothing was typed. */
  text: string | null;
}

/** What was typed on a page before the app drew it again. */
export interface Typed {
  fields: readonly Field[];
  /** The one that somebody is in. */
  current: Field | null;
}

const isTypedIn = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type);

/** Keeps what is typed on `picture`, and where, for whoever draws the same fields in its place. */
export function watchTyping(picture: Element): () => Typed {
  const fields = new Map<HTMLInputElement, { place: Tap; before: string }>();
  let current: HTMLInputElement | null = null;
  const follow = ({ type, target }: Event): void => {
    if (type === 'focusout' && picture.isConnected) current = null;
    if (type !== 'focusin' || !isTypedIn(target)) return;
    const place = tapOn(target);
    if (place === null) return;
    if (!fields.has(target)) fields.set(target, { place, before: target.value });
    current = target;
  };
  for (const name of ['focusin', 'focusout']) picture.addEventListener(name, follow);
  return () => {
    const typed = new Map(
      [...fields].map(([input, { place, before }]): [HTMLInputElement, Field] => [
        input,
        { place, text: input.value === before ? null : input.value },
      ]),
    );
    return { fields: [...typed.values()], current: (current && typed.get(current)) ?? null };
  };
}
