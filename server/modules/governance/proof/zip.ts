import { crc32 } from 'node:zlib';

/**
 * A ZIP whose every byte follows from its files: stored without compression, one date, no extra fields.
 * public/verify.html writes it again and compares (AUD-25).
 */

export interface ZipFile {
  name: string;
  bytes: Uint8Array;
}

/** What local and central headers share: version, UTF-8 names, stored, 1 January 1980, sum, sizes, name's length. */
function headOf({ bytes }: ZipFile, name: Uint8Array): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(0x0800, 2);
  head.writeUInt16LE(0x0021, 8);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(name.length, 22);
  return head;
}

/** Writes the files as they come; one of them is in memory at a time. */
export async function* writeZip(files: AsyncIterable<ZipFile> | Iterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const central: Buffer[] = [];
  let at = 0;
  for await (const file of files) {
    const name = Buffer.from(file.name);
    const head = headOf(file, name);
    yield Buffer.concat([Buffer.from('PK\u0003\u0004'), head, name]);
    yield file.bytes;
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), head, rest, name]));
    at += 30 + name.length + file.bytes.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([directory, end]);
}
