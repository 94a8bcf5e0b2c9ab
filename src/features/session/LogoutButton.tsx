import type { ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useSignOut } from './useSignOut.ts';

const SignOutDialog = lazyPart(async () => (await import('./SignOutDialog.tsx')).SignOutDialog);

export function LogoutButton(): ReactElement {
  const { busy, unsent, asking, start, leave, cancel } = useSignOut();
  return (
    <>
      <Action busy={busy && !asking} onClick={start}>
        Logout
      </Action>
      {asking ? <SignOutDialog unsent={unsent} busy={busy} onLeave={leave} onCancel={cancel} /> : null}
    </>
  );
}
