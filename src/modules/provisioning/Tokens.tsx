import { useState, type ReactElement } from 'react';
import type { ProvisioningToken } from '#contract/provisioning.ts';
import { useRenderTime } from '#data/clock.ts';
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
import type { TokenSort } from './tokenSort.ts';

/** What programs prove themselves with: those that are good, and those that were. */
export function Tokens({ tokens, sort }: { tokens: readonly ProvisioningToken[]; sort: TokenSort }): ReactElement {
  return (
    <>
      <NewToken sort={sort} />
      {tokens.length === 0 ? (
        <p className={styles.soft}>{sort.none}</p>
      ) : (
        <ul className={styles.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.tokenId} token={token} sort={sort} />
          ))}
        </ul>
      )}
    </>
  );
}

function stateOf({ endedAt, expiresAt }: ProvisioningToken, now: number, timeZone: string): [boolean, string] {
  if (endedAt !== null) return [false, `Ended ${momentText(endedAt, timeZone)}`];
  if (expiresAt === null) return [true, 'Good until it is ended'];
  return expiresAt <= now
    ? [false, `Expired ${momentText(expiresAt, timeZone)}`]
    : [true, `Good until ${momentText(expiresAt, timeZone)}`];
}

function TokenRow({ token, sort }: { token: ProvisioningToken; sort: TokenSort }): ReactElement {
  const { timeZone } = useSession();
  const [asking, setAsking] = useState(false);
  const { busy, refused, failure, run } = useOnlineCall(sort.ending);
  const [good, state] = stateOf(token, useRenderTime(), timeZone);
  const used = token.lastUsedAt === null ? 'Not used yet' : `Last used ${momentText(token.lastUsedAt, timeZone)}`;
  const end = async (): Promise<void> => {
    setAsking(false);
    const { tokenId } = token;
    if (await run(['end', tokenId], (key) => sort.end(tokenId, key))) toast.success(`The ${sort.noun} has ended.`);
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
          text={sort.endText}
          yes="End"
          onNo={() => setAsking(false)}
          onYes={() => void end()}
        />
      ) : null}
    </li>
  );
}
