/** Answers the search over all datasets. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Engine, Hit, Hits} from '../../../engine/types.ts';
import {selectLanguage} from '../formats/language.ts';
import type {Call} from '../request/call.ts';
import {BASE_PATH} from '../routes/index.ts';
import type {Language} from '../routes/parameters.ts';
import {pathOfId} from '../routes/record_path.ts';
import {hintsOfSearch} from './hints.ts';
import {commonMeta} from './meta.ts';
import {explainNothing, fiveGroups} from './nothing_found.ts';
import type {PlainResult} from './result.ts';
import {listsOf, widerGroups} from './search_wider.ts';

/** Path of the record; ids of some datasets span several segments. */
function urlOf({dataset, record_id}: Hit): string {
  const path = pathOfId(dataset, record_id);
  if (path === null) throw new Error(`${dataset} is found by the search, but no route shows its records`);
  return BASE_PATH + path;
}

function labelOf({dataset, label}: Hit, lang: Language): string {
  return datasetOrEntity(dataset).globalSearch?.label.bilingual ? selectLanguage(label, lang) : label;
}

const group = ({total, results}: Hits, lang: Language) => ({
  total,
  results: results.map((hit) => ({
    record_id: hit.record_id,
    dataset: hit.dataset,
    label: labelOf(hit, lang),
    url: urlOf(hit),
  })),
});

/** The number of groups with a match. */
const filled = (groups: readonly {total: number}[]): number => groups.filter(({total}) => total > 0).length;

/** Why nothing was found; what is being typed needs no hints. */
function explained(engine: Engine, q: string, isWider: boolean): Record<string, Json> {
  if (isWider) return explainNothing(engine, q);
  const hints = hintsOfSearch(q, engine);
  return hints ? {hints} : {};
}

/** The groups with their results, those of the wider search with where all of them are, and the query. */
export function answerSearch(call: Call, engine: Engine): PlainResult {
  const {values, lang} = call;
  const q = String(values['q']);
  const limit = Number(values['results_per_domain']);
  const isTyping = values['prefix'] === true;
  const isWider = values['scope'] === 'all' && !isTyping;
  const text = fold(q);
  const five = isWider
    ? fiveGroups(engine, text, limit)
    : engine.search({text, limit, ...(isTyping && {prefix: true})});
  const more = isWider ? widerGroups(engine, {q, text, limit, lang}) : {};
  const domains = filled([...five, ...Object.values(more)]);
  const data = five.map((hits) => [
    hits.group,
    {...group(hits, lang), ...(isWider && {lists: listsOf(hits, q)})},
  ]);
  return {
    data: {...Object.fromEntries(data), ...more},
    meta: {
      q,
      results_per_domain: limit,
      domains_with_results: domains,
      ...(domains === 0 && !isTyping && explained(engine, q, isWider)),
      ...commonMeta(call, engine.info),
    },
  };
}
