/**
 * A device as the build before the ring of keys leaves it, written by that build's own rules and no code of this one:
 * the store named by the hash of the address, one key made of the secret and the address.
 */
const utf8 = new TextEncoder();
const hashOf = async (email: string): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(email)))]
    .slice(0, 16)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64url, 'base64url'));

/** A key that never leaves the browser, of a secret (base64url) and a name. */
export async function keyOf(secret: string, email: string): Promise<CryptoKey> {
  const raw = await crypto.subtle.importKey('raw', bytesOf(secret), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: utf8.encode('kharcha'), info: utf8.encode(email) },
    raw,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

async function sealed(key: CryptoKey, bytes: Uint8Array<ArrayBuffer>, context: string): Promise<ArrayBuffer> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const body = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8.encode(context) }, key, bytes),
  );
  return new Uint8Array([...iv, ...body]).buffer;
}

function open(factory: IDBFactory, name: string, make: (db: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, 1);
    request.onupgradeneeded = () => make(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not opened'));
  });
}

function put(db: IDBDatabase, rows: readonly [store: string, value: unknown, key?: string][]): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = db.transaction([...new Set(rows.map(([store]) => store))], 'readwrite');
    for (const [store, value, key] of rows) tx.objectStore(store).put(value, key);
    tx.oncomplete = () => resolve();
    tx.onerror = () => reject(tx.error ?? new Error('not written'));
  });
}

export interface OldDevice {
  factory: IDBFactory;
  email: string;
  /** base64url, 32 bytes. */
  secret: string;
  /** Ids of entries that wait. */
  entries: readonly string[];
  /** False: it signed out. */
  signedIn?: boolean;
}

/** An entry with one bill, its draft beside it. */
export async function writeOldDevice({ factory, email, secret, entries, signedIn = true }: OldDevice): Promise<void> {
  const key = await keyOf(secret, email);
  const person = await open(factory, `kharcha-${await hashOf(email)}`, (db) => {
    db.createObjectStore('outbox', { keyPath: 'id' });
    db.createObjectStore('blobs', { keyPath: ['owner', 'localId'] });
    for (const name of ['drafts', 'reads', 'previews', 'inbox']) db.createObjectStore(name, { keyPath: 'key' });
    db.createObjectStore('rows', { keyPath: ['kind', 'source', 'part'] });
    db.createObjectStore('meta');
  });
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', utf8.encode('a bill'))).toString('hex');
  for (const [at, id] of entries.entries()) {
    const content = {
      owner: email,
      createdAt: 1,
      attempts: 0,
      maybeSent: false,
      retryFrom: 0,
      serverErrors: 0,
      troubleAt: 0,
      filesGone: 0,
      endpoint: 'createLocalExpense',
      url: '/api/v1/allExpense/create?primaryExpenseType=0',
      method: 'POST',
      body: { remarks: id },
      record: { kind: 'localExpense' },
      face: { title: id, amount: 450, day: '2026-07-14' },
      bills: [{ localId: 'b', hash, name: 'b.jpg', type: 'image/jpeg', size: 6 }],
    };
    await put(person, [
      [
        'outbox',
        {
          id,
          seq: at + 1,
          v: 1,
          rev: at + 1,
          state: 'waiting',
          retryAt: 0,
          keys: [`new:${id}`],
          sealed: await sealed(key, utf8.encode(JSON.stringify(content)), `outbox/${id}`),
        },
      ],
      ['blobs', { owner: id, localId: 'b', sealed: await sealed(key, utf8.encode('a bill'), `blobs/${id}/b`) }],
      ['meta', { rev: at + 1, seq: at + 1, sent: 0 }, 'outbox'],
    ]);
  }
  await put(person, [
    [
      'drafts',
      {
        key: `form-of-${email}`,
        v: 1,
        at: 5,
        sealed: await sealed(
          key,
          utf8.encode(JSON.stringify({ value: { remarks: 'half' }, bills: [] })),
          `drafts/form-of-${email}`,
        ),
      },
    ],
  ]);
  person.close();
  const device = await open(factory, 'kharcha-device', (db) => {
    db.createObjectStore('meta');
    db.createObjectStore('keys');
  });
  await put(device, [
    ['meta', email, 'lastPerson'],
    ...(signedIn ? [['keys', key, await hashOf(email)] as [string, unknown, string]] : []),
  ]);
  device.close();
}
