/** A rectangle on the picture of a bill, in its pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A piece of text as recognition or a PDF gives it: a word, or words that stand together. */
export interface Piece extends Box {
  text: string;
}

/** A value read off a bill. Only what is 'sure' may be filled in; what is 'offered' waits for the person (READ-1). */
export interface Found<Value> {
  value: Value;
  confidence: 'sure' | 'offered';
  /** The piece of the picture that it was read from. */
  from: Box;
}

/** Pieces that stand beside each other, from left to right. */
export interface Row extends Box {
  text: string;
  pieces: readonly Piece[];
}

/** The rectangle around all of these, of which there is at least one. */
export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** More than any bill has; what a stranger's file brings beside that is not looked at. */
const MOST_PIECES = 1_500;
const LONGEST = 200;

/**
 * The rows of a bill, from the top down. `slope`: how far a line of text falls for each pixel to the right, for paper
 * that was not held straight.
 */
export function rowsOf(pieces: readonly Piece[], slope = 0): Row[] {
  const level = (piece: Piece): number => piece.y + piece.height / 2 - slope * (piece.x + piece.width / 2);
  const rows: Piece[][] = [];
  const sorted = pieces
    .slice(0, MOST_PIECES)
    .map((piece) => ({ ...piece, text: piece.text.slice(0, LONGEST).trim() }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => level(a) - level(b));
  for (const piece of sorted) {
    const row = rows.findLast((before) => {
      const last = before.at(-1) as Piece;
      const middle = before.reduce((sum, one) => sum + level(one), 0) / before.length;
      const near = Math.abs(level(piece) - middle) < 0.5 * Math.min(last.height, piece.height);
      const free = before.every((one) => piece.x >= one.x + one.width * 0.8 || one.x >= piece.x + piece.width * 0.8);
      return near && free;
    });
    if (row) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => {
    const across = row.sort((a, b) => a.x - b.x);
    return { ...around(across), text: across.map(({ text }) => text).join(' '), pieces: across };
  });
}

/**
 * The text with what stands for the same letter made one, for comparing with words: lower case, and nothing but
 * letters. Recognition drops spaces and dots, or puts them where there are none.
 */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** Does one of the patterns fit the text? */
export const fits = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));
