/** Columns of whole numbers in as few bytes each as the largest one needs. */

export type Numbers = Uint8Array | Uint16Array | Int32Array;
export interface Column {
  /** Null: every value is `constant`. */
  values: Numbers | null;
  constant: number;
  length: number;
}

/** Bytes of a value, how many values there are, and the value where all are the same. */
const HEAD = 3 * Int32Array.BYTES_PER_ELEMENT;

const BYTE = 256;
const TWO_BYTES = 65_536;

function narrowest(values: Int32Array): Numbers {
  let least = 0;
  let most = 0;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least < 0 || most >= TWO_BYTES) return values;
  return most >= BYTE ? Uint16Array.from(values) : Uint8Array.from(values);
}

/** A column in base64. Bytes are in this machine's order: little endian on all that Node runs on. */
export function pack(values: Int32Array): string {
  const constant = values[0] ?? 0;
  const same = values.every((value) => value === constant);
  const packed = same ? new Uint8Array() : narrowest(values);
  const head = Int32Array.of(same ? 0 : packed.BYTES_PER_ELEMENT, values.length, constant);
  return Buffer.concat([
    new Uint8Array(head.buffer),
    new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength),
  ]).toString('base64');
}

/** The column of what `pack` made. */
export function unpack(packed: string): Column {
  const bytes = Buffer.from(packed, 'base64');
  // Typed arrays begin at whole multiples of their width.
  const whole = bytes.byteOffset % Int32Array.BYTES_PER_ELEMENT === 0 ? bytes : Uint8Array.from(bytes);
  const [width = 0, length = 0, constant = 0] = new Int32Array(whole.buffer, whole.byteOffset, 3);
  const from = whole.byteOffset + HEAD;
  const values =
    width === 1
      ? new Uint8Array(whole.buffer, from, length)
      : width === 2
        ? new Uint16Array(whole.buffer, from, length)
        : width === 4
          ? new Int32Array(whole.buffer, from, length)
          : null;
  return { values, constant, length };
}

/** Of numbers as PostgreSQL's `int4send` has them, one after the other. */
export function sentNumbers(bytes: Buffer): Int32Array {
  const values = new Int32Array(bytes.length / Int32Array.BYTES_PER_ELEMENT);
  for (let index = 0; index < values.length; index += 1) values[index] = bytes.readInt32BE(index * 4);
  return values;
}

/** Dimensions, flags and type come first; then, unless it is empty, its length and lower bound. */
const ARRAY_HEAD = 12;
const DIMENSION = 8;
/** Its length, 4, and the number. */
const ELEMENT = 8;

/** Of lists of numbers as PostgreSQL's `array_send` has them, one after the other. */
export function sentLists(bytes: Buffer): { sizes: Int32Array; values: Int32Array } {
  const sizes: number[] = [];
  const values: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readInt32BE(at) === 0 ? 0 : bytes.readInt32BE(at + ARRAY_HEAD);
    at += size === 0 ? ARRAY_HEAD : ARRAY_HEAD + DIMENSION;
    for (let index = 0; index < size; index += 1, at += ELEMENT) values.push(bytes.readInt32BE(at + 4));
    sizes.push(size);
  }
  return { sizes: Int32Array.from(sizes), values: Int32Array.from(values) };
}
