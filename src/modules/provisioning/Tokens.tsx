import { useState, type ReactElement } from 'react';
import { endProvisioningToken } from '#contract/calls/provisioning.ts';
import type { ProvisioningToken } from '#contract/provisioning.ts';
import { useRenderTime } from '#data/clock.ts';
import { call } from '#data/http.ts';
import { useSession } from '#data/session.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Action } from '#ui/Action.tsx';
import { momentText } from '#ui/moments.ts';
import { Failure } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { Tag } from '#ui/Tag.tsx';
import { toast } from '#ui/toast.ts';
import { NewToken } from './NewToken.tsx';
import styles from './Provisioning.module.css';

/** What providers prove themselves with: those that are good, and those that were. */
export function Tokens({ tokens }: { tokens: readonly ProvisioningToken[] }): ReactElement {
  return (
    <section className={styles.box} aria-labelledby="provisioning-tokens">
      <h2 id="provisioning-tokens">Tokens</h2>
      <NewToken />
      {tokens.length === 0 ? (
        <p className={styles.soft}>There is no token yet, so no provider can come in.</p>
      ) : (
        <ul className={styles.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.tokenId} token={token} />
          ))}
        </ul>
      )}
    </section>
  );
}

function stateOf({ endedAt, expiresAt }: ProvisioningToken, now: number, timeZone: string): [boolean, string] {
  if (endedAt !== null) return [false, `Ended ${momentText(endedAt, timeZone)}`];
  if (expiresAt === null) return [true, 'Good until it is ended'];
  return expiresAt <= now
    ? [false, `Expired ${momentText(expiresAt, timeZone)}`]
    : [true, `Good until ${momentText(expiresAt, timeZone)}`];
}

function TokenRow({ token }: { token: ProvisioningToken }): ReactElement {
  const { timeZone } = useSession();
  const [asking, setAsking] = useState(false);
  const { busy, refused, failure, run } = useOnlineCall(endProvisioningToken);
  const [good, state] = stateOf(token, useRenderTime(), timeZone);
  const used = token.lastUsedAt === null ? 'Not used yet' : `Last used ${momentText(token.lastUsedAt, timeZone)}`;
  const end = async (): Promise<void> => {
    setAsking(false);
    const { tokenId } = token;
    const done = await run(['end', tokenId], (key) => call(endProvisioningToken, { parts: { id: tokenId }, key }));
    if (done) toast.success('The token has ended.');
  };
  return (
    <li className={styles.row} aria-label={token.name}>
      <div className={styles.head}>
        <p className={styles.name}>{token.name}</p>
        <Tag tone={good ? 'good' : 'plain'}>{good ? 'Good' : 'Over'}</Tag>
      </div>
      <p className={styles.soft}>{`Made ${momentText(token.createdAt, timeZone)} · ${used} · ${state}`}</p>
      {good ? (
        <div>
          <Action
            small
            look="soft"
            aria-haspopup="dialog"
            aria-label={`End ${token.name}`}
            busy={busy}
            refused={refused}
            onClick={() => setAsking(true)}
          >
            End
          </Action>
        </div>
      ) : null}
      <Failure text={failure} />
      {asking ? (
        <Question
          title={`End ${token.name}?`}
          text="Whoever uses it can no longer change anybody here. People stay as they are."
          yes="End"
          onNo={() => setAsking(false)}
          onYes={() => void end()}
        />
      ) : null}
    </li>
  );
}
