/** Of 1: above this, the space between two signs that the model left out is one (READ-9). */
const SPACE = 0.03;

export interface Line {
  text: string;
  /** How sure the model is of its signs, on average: 0 to 1. */
  score: number;
}

/** The model's signs by their number: the first is none, the last the space; between them those of its dictionary. */
export const alphabetOf = (dictionary: string): string[] => [
  '',
  ...dictionary.replaceAll('\r', '').replace(/\n$/, '').split('\n'),
  ' ',
];

/**
 * The text of a line, from the scores of each sign at each step (`steps` rows of as many as the alphabet has). A sign
 * counts once until another, or none, is likelier. The model drops spaces: between two signs one is put where its score
 * rises above a few percent, though another sign's is higher (READ-9). null where the line has no sign.
 */
export function decodeLine(scores: Float32Array, alphabet: readonly string[]): Line | null {
  const signs = alphabet.length;
  let text = '';
  let sum = 0;
  let count = 0;
  let last = 0;
  let space = 0;
  for (let from = 0; from + signs <= scores.length; from += signs) {
    let best = 0;
    for (let sign = 1; sign < signs; sign++) if ((scores[from + sign] ?? 0) > (scores[from + best] ?? 0)) best = sign;
    space = Math.max(space, scores[from + signs - 1] ?? 0);
    if (best !== 0 && best !== last) {
      const sign = alphabet[best] ?? '';
      if (space > SPACE && text !== '' && sign !== ' ' && !text.endsWith(' ')) text += ' ';
      text += sign;
      sum += scores[from + best] ?? 0;
      count++;
      space = 0;
    }
    last = best;
  }
  return count === 0 ? null : { text, score: sum / count };
}
