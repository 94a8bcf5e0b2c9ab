import { useEffect, useRef } from 'react';

/** The open dialogs, the topmost last. */
const open: symbol[] = [];

/**
 * Escape closes the topmost dialog. Listens last of all, unlike the library's own way: what inside the dialog takes the
 * key first (an open calendar, a list of suggestions) stops it from coming here.
 */
export function useEscape(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const me = Symbol('dialog');
    open.push(me);
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.isComposing && open.at(-1) === me) latest.current();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      open.splice(open.indexOf(me), 1);
    };
  }, []);
}
