import { renderToStaticMarkup } from 'react-dom/server';
import type { SignInFacts } from '#contract/session.ts';
import { SignInView } from '#modules/session/index.ts';
import { DemoBanner } from './DemoBanner.tsx';

/** What the build has made of index.html for this page; put in by scripts/signInPage.ts. */
declare const __DOCUMENT__: string;

const idle = (): void => undefined;
const SIGN_IN = {
  busy: null,
  error: null,
  codeError: null,
  withCredential: idle,
  withAccount: idle,
  withProvider: idle,
  withTicket: idle,
  withCode: idle,
};

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', "'": '&#39;', '<': '&lt;', '>': '&gt;' };

/**
 * The document of the sign-in page, as the app draws it with these facts. The build makes a file of this and the server
 * runs it: whoever is not signed in reads the page before any script is there. The facts stand in it too, for the app
 * to begin with.
 */
export function signInDocument(facts: SignInFacts): string {
  const page = renderToStaticMarkup(
    <>
      <SignInView {...facts} signIn={SIGN_IN} online />
      {facts.config.demo ? <DemoBanner /> : null}
    </>,
  );
  const known = JSON.stringify(facts).replace(/[&'<>]/g, (sign) => SIGNS[sign] ?? sign);
  const [head = '', middle = '', tail = ''] = __DOCUMENT__.split(/<!--(?:facts|page)-->/);
  // Google's own script draws its button: the app does not wait to be asked for that.
  const begin = facts.config.googleClientId === null ? '' : " data-begin=''";
  return `${head} data-facts='${known}'${begin}${middle}${page}${tail}`;
}
