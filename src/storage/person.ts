/**
 * Somebody as this device knows them. The id stays the same when the address changes (P10); servers of old do not tell
 * it.
 */
export interface Person {
  email: string;
  id?: string | undefined;
}

export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Whether two are the same person: by their ids, or where one has none by the address. */
export const isSamePerson = (one: Person, other: Person): boolean =>
  one.id !== undefined && other.id !== undefined
    ? one.id === other.id
    : normalEmail(one.email) === normalEmail(other.email);

/** Name of a person on this device: 32 hex digits of the SHA-256 of the e-mail, or of the id. */
export async function personHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normalEmail(text)));
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** No address begins so. */
export const idHash = (id: string): Promise<string> => personHash(`id:${id}`);
/** The store that earlier builds named by the address. */
export const storeOfEmail = async (email: string): Promise<string> => `kharcha-${await personHash(email)}`;
export const storeOfId = async (id: string): Promise<string> => `kharcha-${await idHash(id)}`;
