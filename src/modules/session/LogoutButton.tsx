import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { unsentCount } from '#data/entries.ts';
import { beforeLeaving, signOut } from '#data/session.ts';
import { LOGOUT_DELAY_MS } from '#domain/session.ts';
import { Action } from '#ui/Action.tsx';
import { page } from '#ui/page.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { toast } from '#ui/toast.ts';
import { deviceWord } from '#ui/usePhone.ts';

/**
 * What stands on the screen is for nobody's eyes any more, while the server is waited for and until the login is drawn
 * (shell.css).
 */
const showLeaving = (on: boolean): void => void document.documentElement.toggleAttribute('data-leaving', on);

/** Signing out (SES-11): at once when nothing waits, else after a question (SES-12). */
function useSignOut(): {
  busy: boolean;
  unsent: number;
  asking: boolean;
  start(): void;
  leave(mode: 'send' | 'keep'): void;
  cancel(): void;
} {
  const client = useQueryClient();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const [asking, setAsking] = useState(false);

  /** Whether the person is out. */
  const leave = async (mode: 'send' | 'keep'): Promise<boolean> => {
    setBusy(true);
    const left = await signOut(mode, () => showLeaving(true)).catch(() => 0);
    setBusy(false);
    if (typeof left === 'number') {
      showLeaving(false);
      setUnsent(left);
      return false;
    }
    setAsking(false);
    client.clear();
    setTimeout(() => {
      if (left === null) void router.navigate({ to: '/', replace: true }).finally(() => showLeaving(false));
      else page.leave(left);
    }, LOGOUT_DELAY_MS);
    return true;
  };
  const start = async (): Promise<void> => {
    setBusy(true);
    // Its code is not waited for long, but what it says is: a slow device takes its time to count.
    const count = await beforeLeaving(import('#data/runtime.ts'))
      .then(unsentCount)
      .catch(() => 0);
    setUnsent(count);
    if (count === 0) return void (await leave('keep'));
    try {
      await beforeLeaving(SignOutDialog.preload());
      setBusy(false);
      setAsking(true);
    } catch {
      // Nobody stays signed in for the sake of a question whose code does not come: what waits is kept either way.
      if (await leave('keep'))
        toast.success(`What is not sent stays locked on this ${deviceWord()} until you sign in here again.`);
    }
  };
  return {
    busy,
    unsent,
    asking,
    start: () => void start(),
    leave: (mode) => void leave(mode),
    cancel: () => setAsking(false),
  };
}

const SignOutDialog = lazyPart(async () => (await import('./SignOutDialog.tsx')).SignOutDialog);

/** `menu` is the id of the popover around it: the question must not be behind it. */
export function LogoutButton({ menu }: { menu?: string }): ReactElement {
  const { busy, unsent, asking, start, leave, cancel } = useSignOut();
  return (
    <>
      <Action
        busy={busy && !asking}
        onClick={() => {
          // By hand: a button that has become busy in its own click hides nothing any more.
          if (menu !== undefined) document.getElementById(menu)?.hidePopover?.();
          start();
        }}
      >
        Logout
      </Action>
      {asking ? <SignOutDialog unsent={unsent} busy={busy} onLeave={leave} onCancel={cancel} /> : null}
    </>
  );
}
