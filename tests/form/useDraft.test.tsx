import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDraft, type DraftPort } from '#form/useDraft.ts';

/** A store of drafts whose every call can be looked at. */
function port(kept: Record<string, string> = {}) {
  const saved: string[] = [];
  const made: DraftPort<string> = {
    load: (key) => Promise.resolve(kept[key] === undefined ? null : { value: kept[key], id: 'found' }),
    save: (key, value) => {
      saved.push(value);
      kept[key] = value;
      return Promise.resolve();
    },
    remove: (key) => {
      delete kept[key];
      return Promise.resolve();
    },
  };
  return { made, saved, kept };
}
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

describe('DR-1: a form is kept as it is typed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is on the device within a second of a pause, once', async () => {
    const { made, saved } = port();
    const { result } = renderHook(() => useDraft('new', made));
    for (const text of ['T', 'Ta', 'Tax', 'Taxi']) {
      result.current.keep(text);
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    expect(saved).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(900));
    expect(saved).toEqual(['Taxi']);
  });

  it('rests before its content is stored elsewhere: a write under way is over by then, and none follows', async () => {
    const { made, saved } = port();
    let written: () => void = () => undefined;
    const slow: DraftPort<string> = {
      ...made,
      save: (...args) => new Promise<void>((done) => (written = done)).then(() => made.save(...args)),
    };
    const { result } = renderHook(() => useDraft('new', slow));
    result.current.keep('1');
    void result.current.flush();
    await settle();
    result.current.keep('2');
    let rests = false;
    void result.current.rest().then(() => (rests = true));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect([rests, saved]).toEqual([false, []]);
    written();
    await settle();
    expect([rests, saved]).toEqual([true, ['1']]);
  });

  it('that is opened again while it is still being written comes back as it was left', async () => {
    const { made } = port();
    let written: () => void = () => undefined;
    const slow: DraftPort<string> = {
      ...made,
      save: (...args) => new Promise<void>((done) => (written = done)).then(() => made.save(...args)),
    };
    const first = renderHook(() => useDraft('new', slow));
    first.result.current.keep('Ta');
    void first.result.current.flush();
    await settle();
    first.result.current.keep('Taxi');
    first.unmount();
    const { result } = renderHook(() => useDraft('new', slow));
    const other = renderHook(() => useDraft('other', slow));
    await settle();
    expect(result.current.found).toBeNull();
    for (let n = 0; n < 2; n += 1) {
      written();
      await settle();
    }
    expect(result.current.found).toBe('Taxi');
    expect(other.result.current.found).toBeNull();
  });

  it('that goes while its content is being stored brings nothing back; what was not stored is kept again', async () => {
    const { made, kept } = port();
    const { result, unmount } = renderHook(() => useDraft('new', made));
    result.current.keep('sent');
    await act(() => result.current.rest());
    unmount();
    await settle();
    expect(kept).toEqual({});
    await act(() => result.current.resume());
    expect(kept).toEqual({ new: 'sent' });
  });

  it('started afresh is gone with what was about to be written, and kept again from the next letter on', async () => {
    const { made, kept } = port({ new: 'left behind' });
    const { result } = renderHook(() => useDraft('new', made));
    result.current.keep('typed');
    void result.current.clear();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(kept).toEqual({});
    result.current.keep('afresh');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(kept).toEqual({ new: 'afresh' });
  });

  it('is saved at once before a camera opens, when the page is hidden and when the form goes', async () => {
    const { made, saved } = port();
    const { result, unmount } = renderHook(() => useDraft('new', made));
    result.current.keep('1');
    await act(() => result.current.flush());
    result.current.keep('2');
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' });
    result.current.keep('3');
    unmount();
    await settle();
    expect(saved).toEqual(['1', '2', '3']);
  });

  it('is offered again, and writes nothing before something is typed', async () => {
    const { made, saved } = port({ new: 'left behind' });
    const { result } = renderHook(() => useDraft('new', made));
    await settle();
    expect(result.current.found).toBe('left behind');
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(saved).toEqual([]);
    act(() => void result.current.accept());
    expect(result.current.found).toBeNull();
  });

  it('once it is in the outbox or thrown away, nothing is saved any more', async () => {
    const { made, saved, kept } = port({ old: 'x' });
    const sent = renderHook(() => useDraft('new', made));
    sent.result.current.keep('a');
    sent.result.current.end();
    sent.result.current.keep('b');
    sent.unmount();
    const dropped = renderHook(() => useDraft('old', made));
    await settle();
    dropped.result.current.keep('c');
    await act(() => dropped.result.current.drop());
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(saved).toEqual([]);
    expect(kept).toEqual({});
  });

  it('a device that keeps nothing does not disturb the form', async () => {
    const broken: DraftPort<string> = {
      load: () => Promise.reject(new Error('no')),
      save: () => Promise.reject(new Error('no')),
      remove: () => Promise.reject(new Error('no')),
    };
    const { result } = renderHook(() => useDraft('new', broken));
    result.current.keep('a');
    await act(() => result.current.flush());
    await act(() => result.current.drop());
    expect(result.current.found).toBeNull();
  });

  it.each([false, true])(
    'what was typed before an older draft was found stands, kept by then: %s',
    async (keptByThen) => {
      const { made, saved } = port();
      let answer: (found: { value: string; id: string }) => void = () => undefined;
      const slow: DraftPort<string> = {
        ...made,
        load: () => new Promise<{ value: string; id: string }>((done) => (answer = done)),
      };
      const { result } = renderHook(() => useDraft('new', slow));
      result.current.keep('newer');
      if (keptByThen) await act(() => vi.advanceTimersByTimeAsync(1_000));
      expect(saved).toEqual(keptByThen ? ['newer'] : []);
      answer({ value: 'older', id: 'found' });
      await settle();
      expect(result.current.found).toBeNull();
    },
  );

  it('P7: its key is minted with it, a resumed draft keeps its own, and another follows a cleared one', async () => {
    const { made } = port({ new: 'left behind' });
    const { result } = renderHook(() => useDraft('new', made));
    const minted = result.current.ref().id;
    expect(minted).toMatch(/^[\w-]{22}$/);
    await settle();
    act(() => void result.current.accept());
    expect(result.current.ref()).toMatchObject({ key: 'new', id: 'found' });
    await act(() => result.current.clear());
    expect([minted, 'found']).not.toContain(result.current.ref().id);
  });

  it('what is typed while an older draft is on its way to the screen stands', async () => {
    const { made } = port({ new: 'older' });
    const { result } = renderHook(() => useDraft('new', made));
    await settle();
    expect(result.current.found).toBe('older');
    result.current.keep('newer');
    let accepted = true;
    act(() => void (accepted = result.current.accept()));
    expect(accepted).toBe(false);
    expect(result.current.found).toBeNull();
  });
});
