/** What was typed on a page before the app drew it again. */
export interface Typed {
  inputs: readonly HTMLInputElement[];
  /** The one that somebody is in. */
  current: HTMLInputElement | null;
}

/** Keeps what is typed on `picture`, and where, for whoever draws the same fields in its place. */
export function watchTyping(picture: Element): () => Typed {
  let current: EventTarget | null = null;
  const follow = ({ type, target }: Event): void => {
    if (type === 'focusin') current = target;
    else if (picture.isConnected) current = null;
  };
  for (const name of ['focusin', 'focusout']) picture.addEventListener(name, follow);
  return () => {
    const inputs = [...picture.querySelectorAll('input')];
    return { inputs, current: inputs.find((input) => input === current) ?? null };
  };
}
