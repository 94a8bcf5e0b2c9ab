import { describe, expect, it } from 'vitest';
import { openNotification, takePush, type OpenWindow, type PushEnv } from '#sw/push.ts';

const ORIGIN = 'https://claims.example.com';

function world(pages: { focused?: boolean; answers?: boolean }[] = [], here = 'asha') {
  const done: string[] = [];
  const windows: OpenWindow[] = pages.map(({ focused = false, answers = true }, n) => ({
    url: `${ORIGIN}/home`,
    focused,
    focus: () => Promise.resolve(void done.push(`focus ${n}`)),
    navigate: (url) => Promise.resolve(void done.push(`navigate ${n} ${url}`)),
    postMessage: (message, [port]) => {
      done.push(`say ${n} ${JSON.stringify(message)}`);
      if (answers) (port as MessagePort | undefined)?.postMessage({ type: 'OPENED' });
    },
  }));
  const env: PushEnv = {
    origin: ORIGIN,
    show: (title, options) =>
      Promise.resolve(
        void done.push(`show ${title} | ${options.body} | ${options.tag} | ${JSON.stringify(options.data)}`),
      ),
    windows: () => Promise.resolve(windows),
    open: (url) => Promise.resolve(void done.push(`open ${url}`)),
    drain: () => Promise.resolve(void done.push('drain')),
    isHere: (id) => Promise.resolve(id === here),
  };
  return { done, env };
}

const message = {
  title: 'Something waits for you in Kharcha',
  body: '2 unread notifications',
  url: '/approve-local/expense',
  tag: 'kharcha',
  unread: 2,
};

describe('a push', () => {
  it('NOTE-13 shows what it says, lets pages look again and sends what waits', async () => {
    const { done, env } = world([{}]);
    await takePush(JSON.stringify(message), env);
    expect(done.toSorted()).toEqual([
      'drain',
      'say 0 {"type":"TOLD"}',
      'show Something waits for you in Kharcha | 2 unread notifications | kharcha | {"url":"/approve-local/expense"}',
    ]);
  });

  it.each([undefined, '', 'nonsense', '{}', '{"title":5}'])(
    'NOTE-13 shows something whatever came: %j',
    async (text) => {
      const { done, env } = world();
      await takePush(text, env);
      expect(done).toContain('show Something waits for you in Kharcha |  | kharcha | {"url":"/notifications"}');
    },
  );

  it('ID-1 for somebody who has left says nothing of what it is', async () => {
    const { done, env } = world([], 'ravi');
    const text = JSON.stringify({ ...message, title: 'Mobile Bill refused', body: '₹8,123.00', personId: 'asha' });
    await takePush(text, env);
    await takePush(text, { ...env, isHere: () => Promise.reject(new Error('No store.')) });
    const neutral =
      'show Kharcha | A notification for somebody who is not signed in here was left out. | kharcha-left-out | ' +
      '{"url":"/notifications"}';
    expect(done.filter((each) => each !== 'drain')).toEqual([neutral, neutral]);
    const { done: own, env: hers } = world();
    await takePush(text, hers);
    expect(own[0]).toMatch(/^show Mobile Bill refused \| ₹8,123\.00 \| kharcha \| \{.*"personId":"asha"\}$/);
  });

  it('NOTE-13 is shown though nothing can be sent', async () => {
    const { done, env } = world();
    await takePush(JSON.stringify(message), {
      ...env,
      drain: () => Promise.reject(new Error('No network.')),
      windows: () => Promise.reject(new Error('none')),
    });
    expect(done).toHaveLength(1);
  });
});

describe('a tap on a notification', () => {
  it('NOTE-13 opens a window where there is none', async () => {
    const { done, env } = world();
    await openNotification({ url: '/detail/EXP1/details' }, env);
    expect(done).toEqual(['open /detail/EXP1/details']);
  });

  it('NOTE-13 goes there in the window that is open, the one looked at first, and opens no other', async () => {
    const { done, env } = world([{}, { focused: true }]);
    await openNotification({ url: '/detail/EXP1/details' }, env);
    expect(done).toEqual(['focus 1', 'say 1 {"type":"OPEN","url":"/detail/EXP1/details"}']);
  });

  it('NOTE-13 sends a page there that does not answer', async () => {
    const { done, env } = world([{ answers: false }]);
    await openNotification({ url: '/detail/EXP1/details' }, env);
    expect(done.at(-1)).toBe('navigate 0 /detail/EXP1/details');
  });

  it('ID-1 leads to no record once somebody else is here', async () => {
    const { done, env } = world([], 'ravi');
    await openNotification({ url: '/detail/EXP1/details', personId: 'asha' }, env);
    await openNotification({ url: '/detail/EXP2/details', personId: 'ravi' }, env);
    expect(done).toEqual(['open /notifications', 'open /detail/EXP2/details']);
  });

  it.each([
    null,
    {},
    { url: 5 },
    { url: 'https://evil.example.com/' },
    { url: '//evil.example.com/' },
    { url: 'javascript:alert(1)' },
  ])('Z64 NOTE-13 leads nowhere else: %j', async (data) => {
    const { done, env } = world();
    await openNotification(data, env);
    expect(done).toEqual(['open /notifications']);
  });
});
