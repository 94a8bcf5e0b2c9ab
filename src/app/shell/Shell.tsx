import { Link } from '@tanstack/react-router';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { LogoutButton } from '#modules/session/index.ts';
import { usePhone } from '#ui/usePhone.ts';
import { optionalPart } from '#ui/lazyPart.tsx';
import { afterPieces } from '../firstRows.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { BellLink } from './BellLink.tsx';
import { Logo } from './Logo.tsx';
import { BottomNavigation, SideNavigation } from './Navigation.tsx';
import styles from './Shell.module.css';
import { SyncPill } from './SyncPill.tsx';
import { TITLE_ID, usePageTitle } from './usePageTitle.ts';

/** Both come after the first frame: what is unread is counted then, and the footer ends the page. */
const Footer = optionalPart(afterPieces(async () => (await import('#ui/Footer.tsx')).Footer));
const Bell = optionalPart(afterPieces(async () => (await import('./Bell.tsx')).Bell));

/** 'Approve/Reject' is too long a word for the head of a phone. */
const breakable = (title: string): ReactNode[] =>
  title.split('/').flatMap((part, index) => (index === 0 ? [part] : ['/', <wbr key={part} />, part]));

/**
 * The frame of every signed-in screen: header with the page's one h1, navigation, content. Its geometry is that of
 * index.html.
 */
export function Shell({ children }: { children: ReactNode }): ReactElement {
  const phone = usePhone();
  const main = useRef<HTMLElement>(null);
  const { title, shortTitle } = usePageTitle();
  return (
    <>
      <button type="button" className={`k-skip ${styles.bare}`} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className="k-head">
        <Link to="/home" className="k-logo">
          <Logo />
        </Link>
        {/* On a phone the whole title is heard, and the short one seen. */}
        <h1 id={TITLE_ID} className="k-title" data-short={shortTitle ? '' : undefined} tabIndex={-1}>
          {breakable(title)}
        </h1>
        {shortTitle ? (
          <span className="k-short" aria-hidden="true">
            {shortTitle}
          </span>
        ) : null}
        <SyncPill />
        <Bell fallback={<BellLink />} />
        <AccountMenu phone={phone} />
        {phone ? null : <LogoutButton />}
      </header>
      <div className="k-frame">
        {phone ? null : <SideNavigation />}
        <main ref={main} id="content" className="k-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer />
      {phone ? <BottomNavigation /> : null}
    </>
  );
}
