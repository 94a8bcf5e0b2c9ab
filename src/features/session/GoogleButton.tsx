import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { GOOGLE_SCRIPT, scriptAddress } from '#ui/trusted.ts';

interface GoogleIdentity {
  initialize(options: { client_id: string; callback(answer: { credential: string }): void }): void;
  renderButton(parent: HTMLElement, options: { theme: string; size: string; width: number; text: string }): void;
}
const identity = (): GoogleIdentity | undefined => (window as { google?: { accounts?: { id?: GoogleIdentity } } }).google?.accounts?.id;

/** Google draws its own button; its script is fetched on this page only. */
export function GoogleButton({ clientId, onCredential }: { clientId: string; onCredential: (credential: string) => void }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(onCredential);
  useEffect(() => {
    latest.current = onCredential;
  });
  useEffect(() => {
    const draw = (): void => {
      const google = identity();
      if (!google || !place.current) return;
      google.initialize({ client_id: clientId, callback: ({ credential }) => latest.current(credential) });
      google.renderButton(place.current, { theme: 'outline', size: 'large', width: 280, text: 'signin_with' });
    };
    if (identity()) {
      draw();
      return;
    }
    const script = document.createElement('script');
    script.async = true;
    script.addEventListener('load', draw);
    script.addEventListener('error', () => setFailed(true));
    script.src = scriptAddress(GOOGLE_SCRIPT);
    document.head.append(script);
    return () => script.remove();
  }, [clientId]);
  if (failed) {
    return (
      <Notice tone="bad" icon="cloudOff" role="alert">
        Google sign-in could not be loaded. Check the network and open this page again.
      </Notice>
    );
  }
  return <div ref={place} style={{ minHeight: 44 }} />;
}
