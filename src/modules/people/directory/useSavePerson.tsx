import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { createPerson, updatePerson } from '#contract/calls/people.ts';
import { directoryPerson, type DirectoryPerson } from '#contract/people.ts';
import { ApiError } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { once } from '#data/once.ts';
import { invalidate } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { toast } from '#ui/toast.ts';
import { bodyOf, compared, valuesOf, type PersonValues } from './values.ts';

const TwoVersions = lazyPart(async () => (await import('#modules/claims/TwoVersions.tsx')).TwoVersions);

interface Conflict {
  message: string;
  mine: PersonValues;
  theirs: DirectoryPerson;
  choose: (choice: 'mine' | 'theirs' | 'neither') => void;
}

/** The person as they are now, where somebody else changed them meanwhile. */
function movedOn(error: unknown): DirectoryPerson | null {
  if (!(error instanceof ApiError) || error.code !== 'VERSION_CONFLICT') return null;
  const current = directoryPerson.safeParse(error.current);
  return current.success ? current.data : null;
}

/**
 * Stores a person at once: `base` is whom it changes. When they have been changed meanwhile, `question` shows both
 * versions, and storing goes on with the choice (ORG-11).
 */
export function useSavePerson(base: DirectoryPerson | undefined): {
  save: (values: PersonValues) => Promise<null>;
  question: ReactElement | null;
} {
  const client = useQueryClient();
  const { email, timeZone } = useSession();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const store = (values: PersonValues, ifMatch: number | undefined): Promise<{ data: DirectoryPerson }> => {
    const body = bodyOf(values, timeZone);
    return once(JSON.stringify([email, 'person', base?.personId, ifMatch, body]), (key) =>
      base && ifMatch !== undefined
        ? call(updatePerson, { parts: { id: base.personId }, body, ifMatch, key })
        : call(createPerson, { body, key }),
    );
  };
  const save = async (values: PersonValues): Promise<null> => {
    for (let version = base?.version; ;) {
      try {
        const { data } = await store(values, version);
        toast.success(base ? `${data.name} is changed.` : `${data.name} is in the directory.`);
        void invalidate(client, updatePerson);
        return null;
      } catch (error) {
        const theirs = movedOn(error);
        if (!theirs) throw error;
        const choice = await new Promise<'mine' | 'theirs' | 'neither'>((choose) =>
          setConflict({ message: (error as ApiError).message, mine: values, theirs, choose }),
        );
        setConflict(null);
        if (choice === 'neither') throw error;
        void invalidate(client, updatePerson);
        if (choice === 'theirs') return null;
        version = theirs.version;
      }
    }
  };
  const question = conflict && (
    <TwoVersions
      message={conflict.message}
      fields={compared(conflict.mine, valuesOf(conflict.theirs, timeZone))}
      onTheirs={() => conflict.choose('theirs')}
      onMine={() => conflict.choose('mine')}
      onClose={() => conflict.choose('neither')}
    />
  );
  return { save, question };
}
