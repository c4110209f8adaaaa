/** Answers the search over all datasets. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Answer, Engine, Hit, Hits} from '../../../engine/types.ts';
import {selectLanguage} from '../formats/language.ts';
import {type Rendered, renderJson} from '../formats/render.ts';
import {mapMaybe} from '../map_maybe.ts';
import type {Call} from '../request/call.ts';
import type {Hint} from '../routes/hints.ts';
import {BASE_PATH, ROUTES} from '../routes/index.ts';
import type {Language} from '../routes/parameters.ts';
import {hintsOfSearch} from './hints.ts';
import {commonMeta} from './meta.ts';

/** By dataset: the path prefix of its single records, and whether ids span several segments. */
function recordPaths(): ReadonlyMap<string, {path: string; parts: boolean}> {
  const singles = ROUTES.flatMap((route) => {
    const path = `${BASE_PATH}${route.path.split('{')[0]}`;
    if (route.kind === 'detail') return [[route.dataset, {path, parts: route.id !== undefined}] as const];
    return route.kind === 'profile' ? [[route.entity, {path, parts: false}] as const] : [];
  });
  return new Map(singles);
}

const RECORD_PATHS = recordPaths();

/** Path of the record. */
function urlOf({dataset, record_id}: Hit): string {
  const record = RECORD_PATHS.get(dataset);
  if (!record) throw new Error(`${dataset} is found by the search, but no route shows its records`);
  const segments = record.parts ? record_id.split('/') : [record_id];
  return record.path + segments.map(encodeURIComponent).join('/');
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

/** The groups with their results, and the query. */
export function answerSearch(call: Call, engine: Engine): Answer<Rendered> {
  const {values, lang} = call;
  const q = String(values['q']);
  const perGroup = Number(values['results_per_domain']);
  const query = {text: fold(q), limit: perGroup, ...(values['prefix'] === true ? {prefix: true} : {})};
  const render = (groups: Hits[], hints: Hint[] | null) =>
    renderJson({
      data: Object.fromEntries(groups.map((hits) => [hits.group, group(hits, lang)])),
      meta: {
        q,
        results_per_domain: perGroup,
        domains_with_results: groups.filter(({total}) => total > 0).length,
        ...(hints ? {hints} : {}),
        ...commonMeta(call, engine.info),
      },
    });
  return mapMaybe(engine.search(query), (groups) => {
    // What is being typed needs no hints.
    if (values['prefix'] === true || groups.some(({total}) => total > 0)) return render(groups, null);
    return hintsOfSearch(q, engine).then((hints) => render(groups, hints));
  });
}
