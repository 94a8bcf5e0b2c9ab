import type { ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useSignOut } from './useSignOut.ts';

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
