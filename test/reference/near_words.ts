/** Words that a mistyped one may mean: every word of every label is compared. */
import {SEARCH} from '../../datasets/global_search.ts';
import {nearerFirst, typingErrors} from '../../datasets/rules/typing_errors.ts';
import type {NearWord, NearWordsQuery} from '../../engine/types.ts';
import type {Database} from './pool.ts';
import {labelsOf} from './search.ts';

export async function nearWords(database: Database, {text, limit}: NearWordsQuery): Promise<NearWord[]> {
  const all = new Map<string, NearWord>();
  for (const member of Object.values(SEARCH).flat()) {
    for (const label of await labelsOf(database, member)) {
      for (const word of new Set(label.split(' ').flatMap(beginningsIn))) {
        const known = all.get(word) ?? {
          word,
          edits: editsBetween(Buffer.from(text), Buffer.from(word)),
          labels: 0,
        };
        all.set(word, {...known, labels: known.labels + 1});
      }
    }
  }
  const words = [...all.values()].sort(nearerFirst);
  const [one, two] = [
    words.filter(({edits}) => edits <= 1),
    words.filter(({word, edits}) => edits <= 2 && Buffer.from(word)[0] === Buffer.from(text)[0]),
  ];
  const found = [[], one, one.length > 0 ? one : two][typingErrors(text)] ?? [];
  return found.slice(0, limit);
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** A token, and what is behind each sign in it, from a letter or digit on. */
function beginningsIn(token: string): string[] {
  const characters = [...token];
  return characters.flatMap((one, i) =>
    i === 0 || (isWordCharacter(one) && !isWordCharacter(characters[i - 1]))
      ? [characters.slice(i).join('')]
      : [],
  );
}

/** Insertions, deletions, exchanges and swaps of neighbours, of which none is changed again. */
function editsBetween(one: Buffer, other: Buffer): number {
  const rows = Array.from({length: one.length + 1}, (_, i) => [i]);
  for (let j = 1; j <= other.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= one.length; i++) {
    for (let j = 1; j <= other.length; j++) {
      const exchange = rows[i - 1]![j - 1]! + Number(one[i - 1] !== other[j - 1]);
      let least = Math.min(exchange, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      rows[i]![j] = least;
    }
  }
  return rows[one.length]![other.length]!;
}
