/** Finds the points of addresses: those that permits have. */
import {fold} from '../../../datasets/rules/text.ts';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import {permitsOfBox} from '../../tiles/tiles.ts';
import {ask, recordAt, unless} from '../ask.ts';
import {given, type Pairs, recordPath} from '../paths.ts';
import {PERMITS} from './map.ts';

/** Most addresses that are shown. */
const MOST = 5;

/** Newest permits among which addresses are looked for. */
const LOOKED_AT = 500;

/** Most permits of an address that are shown there. */
const MOST_PERMITS = 20;

/** An address with a point. */
export interface Place {
  address: string;
  municipality: string;
  lat: number;
  lng: number;
  /** Its permits among those found. */
  ids: string[];
}

export interface Found {
  q: string;
  places: Place[];
  /** Permits that the text finds in the list, with a point or without, and the filters that list them. */
  total: number;
  pairs: Pairs;
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** How well an address answers: 2 has all the words, 1 words that begin so, 0 lacks one. */
function answers(address: string, asked: readonly string[]): number {
  const words = wordsOf(address);
  if (asked.every((one) => words.includes(one))) return 2;
  return asked.every((one) => words.some((word) => word.startsWith(one))) ? 1 : 0;
}

/** Permits of the list whose addresses answer, together by address, best first. */
function byAddress(rows: readonly Row[], q: string): Row[][] {
  const asked = wordsOf(q);
  const groups = Map.groupBy(
    rows.filter(({address}) => answers(String(address ?? ''), asked) > 0),
    ({address, municipality}) => `${municipality} ${fold(String(address))}`,
  );
  const rank = ([row]: Row[]) => answers(String(row!['address']), asked);
  return [...groups.values()].sort((a, b) => rank(b) - rank(a));
}

/** At most `most` addresses with the words `q`, in `municipality` where it is given, as permits have them. */
export function loadFound(engine: Engine, pairs: Pairs, most = MOST): Found {
  const q = given(pairs, 'q').trim();
  const asked: Pairs = pairs.filter(([name, value]) => ['q', 'municipality'].includes(name) && value !== '');
  const none = {q, places: [], total: 0, pairs: asked};
  if (wordsOf(q).length === 0) return none;
  return unless<Found>(
    400,
    () => {
      const {total} = ask(engine, PERMITS.path, [...asked, ['limit', '1']]).meta;
      const {items} = permitsOfBox(engine, [...asked, ['bbox', '-180,-90,180,90']], LOOKED_AT);
      const places = byAddress(rowsOf(items), q)
        .slice(0, most)
        .flatMap((rows) => {
          const [first] = rows as [Row];
          // Points are no fields of lists.
          const record = recordAt(engine, recordPath('permits', first)!, []);
          const ids = rows.slice(0, MOST_PERMITS).map((row) => String(row['record_id']));
          const [address, municipality] = [String(first['address']), String(first['municipality'])];
          return record
            ? [{address, municipality, lat: Number(record['lat']), lng: Number(record['lng']), ids}]
            : [];
        });
      return {q, places, total, pairs: asked};
    },
    () => none,
  );
}
