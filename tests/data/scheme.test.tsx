import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEYS } from '#start/local.ts';
import { chooseScheme, useScheme, useShownScheme, watchScheme } from '#data/scheme.ts';

/** What the system says, and a way to change it. */
function systemOf(dark: boolean) {
  const media = Object.assign(new EventTarget(), {
    matches: dark,
    media: '',
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
  window.matchMedia = () => media as unknown as MediaQueryList;
  return (next: boolean) => {
    media.matches = next;
    act(() => void media.dispatchEvent(new Event('change')));
  };
}

const onRoot = (): string | null => document.documentElement.getAttribute('data-mantine-color-scheme');

function Words() {
  return <p>{`${useScheme()} ${useShownScheme()}`}</p>;
}

describe('colours', () => {
  const before = window.matchMedia;
  let stop = (): void => undefined;
  beforeEach(() => localStorage.removeItem(KEYS.scheme));
  afterEach(() => {
    stop();
    window.matchMedia = before;
  });

  it('follow the system until somebody chooses, and again after that choice is taken back', () => {
    const say = systemOf(false);
    stop = watchScheme();
    render(<Words />);
    expect(onRoot()).toBe('light');
    say(true);
    expect(onRoot()).toBe('dark');
    expect(screen.getByText('auto dark')).toBeVisible();
    act(() => chooseScheme('light'));
    expect(onRoot()).toBe('light');
    expect(screen.getByText('light light')).toBeVisible();
    say(false);
    say(true);
    expect(onRoot()).toBe('light');
    act(() => chooseScheme('auto'));
    expect(onRoot()).toBe('dark');
  });

  it('are those of another tab as soon as it has chosen', () => {
    systemOf(false);
    stop = watchScheme();
    localStorage.setItem(KEYS.scheme, 'dark');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEYS.scheme })));
    expect(onRoot()).toBe('dark');
  });

  it('are read where src/start/main.ts reads them', () => {
    systemOf(false);
    chooseScheme('dark');
    expect(localStorage.getItem('kharcha.scheme')).toBe('dark');
    stop = watchScheme();
    expect(onRoot()).toBe('dark');
    localStorage.setItem(KEYS.scheme, 'mauve');
    stop();
    stop = watchScheme();
    expect(onRoot()).toBe('light');
  });
});
