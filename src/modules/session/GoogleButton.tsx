import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { GOOGLE_SCRIPT, scriptAddress } from '#ui/trusted.ts';

interface GoogleIdentity {
  initialize(options: { client_id: string; nonce: string; callback(answer: { credential: string }): void }): void;
  renderButton(parent: HTMLElement, options: { theme: string; size: string; width: number; text: string }): void;
}
const identity = (): GoogleIdentity | undefined =>
  (window as { google?: { accounts?: { id?: GoogleIdentity } } }).google?.accounts?.id;

/** 244 random bits, in the signs that the wire takes. */
const newVerifier = (): string => crypto.randomUUID() + crypto.randomUUID();

/** What Google signs into the token: base64url of the SHA-256. */
async function nonceOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Google draws its own button; its script is fetched on this page only. */
export function GoogleButton({
  clientId,
  onCredential,
}: {
  clientId: string;
  onCredential: (credential: string, verifier: string) => void;
}): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(onCredential);
  useEffect(() => {
    latest.current = onCredential;
  });
  useEffect(() => {
    // Kept by this page alone: a token that was asked for with its hash is good nowhere else (SES-25).
    const verifier = newVerifier();
    let gone = false;
    const draw = async (): Promise<void> => {
      const nonce = await nonceOf(verifier);
      const google = identity();
      if (!google || !place.current || gone) return;
      google.initialize({
        client_id: clientId,
        nonce,
        callback: ({ credential }) => latest.current(credential, verifier),
      });
      google.renderButton(place.current, { theme: 'outline', size: 'large', width: 280, text: 'signin_with' });
    };
    // A page that was not opened over https has no crypto.subtle.
    const drawOrFail = (): void => void draw().catch(() => setFailed(true));
    const stop = (): void => void (gone = true);
    if (identity()) {
      drawOrFail();
      return stop;
    }
    const script = document.createElement('script');
    script.async = true;
    script.addEventListener('load', drawOrFail);
    script.addEventListener('error', () => setFailed(true));
    script.src = scriptAddress(GOOGLE_SCRIPT);
    document.head.append(script);
    return () => {
      stop();
      script.remove();
    };
  }, [clientId]);
  if (failed) {
    return (
      <Notice tone="bad" icon="cloudOff" role="alert">
        Google sign-in could not be loaded. Check your connection and reload this page.
      </Notice>
    );
  }
  return <div ref={place} style={{ minHeight: 44 }} />;
}
