import { useEffect, useState } from 'react';

/**
 * The fragment that this page was opened with, where it looks like `shape`: the secret of a link. No server sees it in
 * an address: it is kept for this tab under `key`, so that the page can be loaded again, and taken out of the address,
 * so that it stands in no history. Null: there was none.
 */
export function takeSecret(key: string, shape: RegExp): RegExpExecArray | null {
  const { hash, pathname, search } = window.location;
  const fresh = shape.test(hash);
  let found: string | null = hash;
  try {
    if (fresh) sessionStorage.setItem(key, hash);
    else found = sessionStorage.getItem(key);
  } catch {
    // A browser that stores nothing: then the link is opened again.
  }
  if (fresh) window.history.replaceState(window.history.state, '', pathname + search);
  return shape.exec(found ?? '');
}

/** It is not needed any more: who comes to this tab next has to bring it. */
export function forgetSecret(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // A browser that stores nothing has kept nothing.
  }
}

/**
 * The link that this page was opened by, and one that is opened in its tab later: the browser loads no page then, since
 * the fragment alone is another one. `take` is a function of the module.
 */
export function useLink<Link>(take: () => Link | null): [Link | null, (link: Link) => void] {
  const [link, setLink] = useState(take);
  useEffect(() => {
    const heard = (): void => {
      const fresh = take();
      if (fresh !== null) setLink(fresh);
    };
    window.addEventListener('hashchange', heard);
    return () => window.removeEventListener('hashchange', heard);
  }, [take]);
  return [link, setLink];
}
