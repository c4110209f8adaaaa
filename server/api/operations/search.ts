/** Answers the search over all datasets. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Engine, Hit, Hits} from '../../../engine/types.ts';
import {selectLanguage} from '../formats/language.ts';
import {type Rendered, renderJson} from '../formats/render.ts';
import type {Call} from '../request/call.ts';
import {BASE_PATH} from '../routes/index.ts';
import type {Language} from '../routes/parameters.ts';
import {pathOfId} from '../routes/record_path.ts';
import {hintsOfSearch} from './hints.ts';
import {commonMeta} from './meta.ts';
import {explainNothing, fiveGroups} from './nothing_found.ts';
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

/** The five groups and those of the wider search; with the texts that may be meant where nothing is found. */
function answerWider(call: Call, engine: Engine): Rendered {
  const {values, lang} = call;
  const q = String(values['q']);
  const limit = Number(values['results_per_domain']);
  const text = fold(q);
  const five = fiveGroups(engine, text, limit);
  const more = widerGroups(engine, {q, text, limit, lang});
  const domains = filled([...five, ...Object.values(more)]);
  const further = domains > 0 ? {} : explainNothing(engine, q);
  return renderJson({
    data: {
      ...Object.fromEntries(
        five.map((hits) => [hits.group, {...group(hits, lang), lists: listsOf(hits, q)}]),
      ),
      ...more,
    },
    meta: {
      q,
      results_per_domain: limit,
      domains_with_results: domains,
      ...further,
      ...commonMeta(call, engine.info),
    },
  });
}

/** The groups with their results, and the query. */
export function answerSearch(call: Call, engine: Engine): Rendered {
  const {values, lang} = call;
  if (values['scope'] === 'all' && values['prefix'] !== true) return answerWider(call, engine);
  const q = String(values['q']);
  const perGroup = Number(values['results_per_domain']);
  const isTyping = values['prefix'] === true;
  const groups = engine.search({text: fold(q), limit: perGroup, ...(isTyping && {prefix: true})});
  // What is being typed needs no hints.
  const hints = isTyping || filled(groups) > 0 ? null : hintsOfSearch(q, engine);
  return renderJson({
    data: Object.fromEntries(groups.map((hits) => [hits.group, group(hits, lang)])),
    meta: {
      q,
      results_per_domain: perGroup,
      domains_with_results: filled(groups),
      ...(hints && {hints}),
      ...commonMeta(call, engine.info),
    },
  });
}
