import { useLinkProps } from '@tanstack/react-router';
import type { KeyboardEvent, ReactElement } from 'react';
import './tokens.css';
import styles from './Tabs.module.css';

export interface TabLink {
  /** The address of the tab. */
  to: string;
  label: string;
  current: boolean;
  /** Beside the label; its words for a screen reader. */
  count?: { n: number; words: string; wait?: boolean };
}

function Tab({ tab, panel }: { tab: TabLink; panel: string }): ReactElement {
  const link: Record<string, unknown> = {
    ...useLinkProps({ to: tab.to, replace: true, resetScroll: false, preload: 'intent' }),
  };
  const { 'aria-current': _current, className: _class, 'data-status': _status, ...props } = link;
  return (
    <a
      {...props}
      role="tab"
      id={`${panel}-${tab.label}`}
      className={styles.tab}
      aria-label={tab.label}
      aria-describedby={tab.count && tab.count.n > 0 ? `${panel}-${tab.label}-count` : undefined}
      aria-selected={tab.current}
      aria-controls={tab.current ? panel : undefined}
      tabIndex={tab.current ? 0 : -1}
    >
      {tab.label}
      {tab.count && tab.count.n > 0 ? (
        <>
          <span className={styles.count} data-wait={tab.count.wait ? '' : undefined} aria-hidden="true">
            {tab.count.n}
          </span>
          <span id={`${panel}-${tab.label}-count`} hidden>
            {tab.count.words}
          </span>
        </>
      ) : null}
    </a>
  );
}

/** Goes to the neighbour, or to the first or last, by the arrow keys. */
function onKey(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  const target = next === undefined ? undefined : tabs[next];
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.click();
}

/** Views of one thing, each with its own address. `panel` is the id of what the chosen one shows. */
export function Tabs({ label, panel, tabs }: { label: string; panel: string; tabs: readonly TabLink[] }): ReactElement {
  return (
    <div role="tablist" tabIndex={-1} aria-label={label} className={styles.tabs} data-keeps-focus="" onKeyDown={onKey}>
      {tabs.map((tab) => (
        <Tab key={tab.to} tab={tab} panel={panel} />
      ))}
    </div>
  );
}
