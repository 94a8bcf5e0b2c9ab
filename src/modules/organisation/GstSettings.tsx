import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getGstSettings } from '#contract/calls/gstKeys.ts';
import type { GstKeyRow } from '#contract/gstSettings.ts';
import { useToday } from '#data/clock.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { formatDay } from '#domain/dates.ts';
import { useOnlinePress } from '#form/useOnlinePress.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { Tag, type Tone } from '#ui/Tag.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { GstinsDialog } from './GstinsDialog.tsx';
import { GstKeyDialog } from './GstKeyDialog.tsx';
import { GstKeyEndDialog } from './GstKeyEndDialog.tsx';
import styles from './Organisation.module.css';

const GSTINS = 'gstins';
const NEW_KEY = 'gstKey';

function stateOf({ validFrom, validTo }: GstKeyRow, today: string): { tone: Tone; text: string } {
  if (validTo !== null && validTo < validFrom) return { tone: 'bad', text: 'Verifies nothing' };
  if (validTo !== null && validTo < today) return { tone: 'plain', text: 'Verifies old bills' };
  return validFrom > today ? { tone: 'wait', text: 'To come' } : { tone: 'good', text: 'In use' };
}

/** The keys that verify codes of GST e-invoices, and the organisation's GSTINs (GST-5, GST-6). */
export function GstSettings(): ReactElement {
  const query = useQuery(readOptions(getGstSettings));
  const layer = useAddressLayer('panel');
  const online = useOnlinePress();
  const ending = query.data?.data.keys.find(({ keyId }) => keyId === layer.value);
  return (
    <Loaded query={query} what="GST">
      {({ data: { keys, gstins, version } }) => (
        <>
          <div className={styles.row}>
            <div>
              <p className={styles.name}>GSTINs of the organisation</p>
              <p className={styles.soft}>
                {gstins.length === 0
                  ? 'None yet. A bill to one of them is marked ‘Input credit possible’.'
                  : gstins.join(', ')}
              </p>
            </div>
            <Action small aria-label="Edit the GSTINs" aria-haspopup="dialog" {...online(() => layer.open(GSTINS))}>
              Edit
            </Action>
          </div>
          <p className={styles.soft}>
            The QR codes of GST e-invoices are verified on the phone by public keys of the portals. Keep those of the
            past: they verify old bills.
          </p>
          {keys.length === 0 ? null : (
            <ul className={styles.rows} aria-label="Keys of GST e-invoices">
              {keys.map((key) => (
                <KeyRow key={key.keyId} row={key} onEnd={() => layer.open(key.keyId)} />
              ))}
            </ul>
          )}
          <div>
            <Action icon="plus" aria-haspopup="dialog" {...online(() => layer.open(NEW_KEY))}>
              Add a key
            </Action>
          </div>
          {layer.value === GSTINS ? <GstinsDialog gstins={gstins} version={version} onClose={layer.close} /> : null}
          {layer.value === NEW_KEY ? <GstKeyDialog onClose={layer.close} /> : null}
          {ending ? <GstKeyEndDialog row={ending} onClose={layer.close} /> : null}
        </>
      )}
    </Loaded>
  );
}

function KeyRow({ row, onEnd }: { row: GstKeyRow; onEnd: () => void }): ReactElement {
  const { timeZone } = useSession();
  const online = useOnlinePress();
  const { kid, publicKey, validFrom, validTo, addedBy } = row;
  const { tone, text } = stateOf(row, useToday(timeZone));
  const name = kid ?? `…${publicKey.slice(-24)}`;
  const days =
    validTo === null ? `From ${formatDay(validFrom)} on` : `From ${formatDay(validFrom)} to ${formatDay(validTo)}`;
  return (
    <li className={styles.row} aria-label={name}>
      <div>
        <p className={styles.name}>
          {name} <Tag tone={tone}>{text}</Tag>
        </p>
        <p className={styles.soft}>{`${days} · added by ${addedBy ?? 'a command of the server'}`}</p>
      </div>
      <Action small look="soft" aria-haspopup="dialog" aria-label={`Last day of ${name}`} {...online(onEnd)}>
        Last day
      </Action>
    </li>
  );
}
