import { useState, type ReactElement } from 'react';
import { updateProvisionedGroup } from '#contract/calls/provisioning.ts';
import { ROLES, type Role } from '#contract/enums.ts';
import type { ProvisionedGroup } from '#contract/provisioning.ts';
import { call } from '#data/http.ts';
import { ROLE_WORDS } from '#domain/roles.ts';
import { Ticks } from '#form/Ticks.tsx';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Action } from '#ui/Action.tsx';
import { Failure } from '#ui/Notice.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toast.ts';
import { Box } from '#ui/Box.tsx';
import styles from './Provisioning.module.css';

/** From so many groups on they can be searched. */
const MANY = 10;

/** The groups that a provider has pushed, and the roles that each gives (SCIM-9). */
export function Groups({ groups }: { groups: readonly ProvisionedGroup[] }): ReactElement {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = groups.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <Box title="Groups">
      <p className={styles.soft}>
        Members of a group get its roles at once, and lose them when they leave it. Roles that are given on a person’s
        page stay.
      </p>
      {groups.length >= MANY ? <TextInput label="Find a group" value={search} onChange={setSearch} /> : null}
      {groups.length === 0 ? (
        <p className={styles.soft}>Groups that the provider pushes appear here.</p>
      ) : (
        <ul className={styles.rows}>
          {shown.map((group) => (
            <GroupRow key={group.groupId} group={group} />
          ))}
        </ul>
      )}
    </Box>
  );
}

const rolesText = (roles: readonly Role[]): string =>
  roles.length === 0 ? 'Gives no role' : `Gives ${roles.map((role) => ROLE_WORDS[role]).join(', ')}`;

function GroupRow({ group }: { group: ProvisionedGroup }): ReactElement {
  const { groupId, name, members, version } = group;
  /** What is ticked while the row is open; the version is the one that was looked at. */
  const [open, setOpen] = useState<{ roles: readonly Role[]; version: number }>();
  const { busy, refused, failure, run } = useOnlineCall(updateProvisionedGroup);
  const save = async (): Promise<void> => {
    if (!open) return;
    const body = { roles: [...open.roles] };
    const at = { parts: { id: groupId }, ifMatch: open.version, body };
    const saved = await run(['roles', at], (key) => call(updateProvisionedGroup, { ...at, key }));
    if (!saved) return;
    setOpen(undefined);
    toast.success(`${name}: ${rolesText(body.roles).toLowerCase()} from now on.`);
  };
  return (
    <li className={styles.row} aria-label={name}>
      <p className={styles.name}>{name}</p>
      <p className={styles.soft}>
        {`${members === 1 ? '1 person' : `${members.toLocaleString('en-IN')} people`} · ${rolesText(group.roles)}`}
      </p>
      {open === undefined ? (
        <div>
          <Action
            small
            look="soft"
            aria-label={`Change the roles of ${name}`}
            onClick={() => setOpen({ roles: group.roles, version })}
          >
            Change
          </Action>
        </div>
      ) : (
        <>
          <Ticks
            all={ROLES}
            words={(role) => ROLE_WORDS[role]}
            aria-label={`Roles of ${name}`}
            chosen={open.roles}
            onChange={(roles) => setOpen({ ...open, roles })}
          />
          <Failure text={failure} />
          <div className={styles.actions}>
            <Action small onClick={() => setOpen(undefined)}>
              Cancel
            </Action>
            <Action small look="primary" busy={busy} refused={refused} onClick={() => void save()}>
              Save
            </Action>
          </div>
        </>
      )}
    </li>
  );
}
