import type { Effect } from './fakeServer.ts';
import type { Violation } from './world.ts';

/**
 * True times against what the phone says of them: when a word of the server reached which tab, when the clock was set,
 * when something was saved. A phone whose clock stood still or ran true since the last answer knows to the second when
 * it saved (TM-2); none uses an older word than the last that it has.
 */
interface Received {
  tab: string;
  /** The true time. */
  at: number;
  /** Of a part of an upload only the last answer is noted; which that was only the phone knows. */
  surely: boolean;
}
interface SavedContent {
  tab: string;
  from: number;
  /** null: it was never said to be saved. */
  to: number | null;
}

const SLACK_MS = 1_000;

export class PastTimes {
  readonly #received = new Map<string, Received[]>();
  readonly #clockSet: number[] = [];
  readonly #saved = new Map<string, SavedContent>();

  received(tab: string, word: string | null, at: number, surely: boolean): void {
    if (word === null) return;
    this.#received.set(word, [...(this.#received.get(word) ?? []), { tab, at, surely }]);
  }

  clockSet(at: number): void {
    this.#clockSet.push(at);
  }

  saving(text: string, tab: string, from: number): void {
    if (!this.#saved.has(text)) this.#saved.set(text, { tab, from, to: null });
  }

  saved(text: string, to: number): void {
    const content = this.#saved.get(text);
    if (content) content.to ??= to;
  }

  check(effects: readonly Effect[]): Violation[] {
    return effects.flatMap((effect) => {
      const content = this.#saved.get(effect.text);
      const { said } = effect;
      if (!content || content.to === null || !said) return [];
      const { from, to, tab } = content;
      const heard = Number(said.word.split('.')[0]);
      const violation = (what: string): Violation[] => [{ rule: 'TM-2', what: `${effect.text} ${what}` }];
      const newer = [...this.#received].some(
        ([word, times]) =>
          Number(word.split('.')[0]) > heard && times.some((each) => each.surely && each.tab === tab && each.at < from),
      );
      if (newer) return violation('was saved on an older word than the last one heard');
      const times = this.#received.get(said.word) ?? [];
      if (times.length === 0) return violation('names a word that never came');
      // Only where nobody set the clock between that word and the save is the true time known.
      const first = Math.min(...times.map(({ at }) => at));
      if (this.#clockSet.some((at) => at >= first - SLACK_MS && at <= to + SLACK_MS)) return [];
      const fits = times.some(
        ({ at }) =>
          said.at >= heard + Math.max(0, from - at) - SLACK_MS && said.at <= heard + Math.max(0, to - at) + SLACK_MS,
      );
      return fits
        ? []
        : violation(
            `says that it was saved ${new Date(said.at).toISOString()}, and was ${new Date(from).toISOString()}`,
          );
    });
  }
}
