/** Answers the search over all datasets (specification 7.1). */
import {datasetOrEntity} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Answer, Engine, Hit, Hits} from '../../../engine/types.ts';
import {half} from '../formats/language.ts';
import {type Rendered, renderJson} from '../formats/render.ts';
import {after} from '../map_maybe.ts';
import type {Call} from '../request/call.ts';
import {BASE_PATH, ROUTES} from '../routes/index.ts';
import type {Language} from '../routes/parameters.ts';

/** By dataset, the beginning of the paths of its single records, and whether ids are several segments there. */
function places(): ReadonlyMap<string, {path: string; parts: boolean}> {
  const singles = ROUTES.flatMap((route) => {
    const path = `${BASE_PATH}${route.path.split('{')[0]}`;
    if (route.kind === 'detail') return [[route.dataset, {path, parts: route.id !== undefined}] as const];
    return route.kind === 'profile' ? [[route.entity, {path, parts: false}] as const] : [];
  });
  return new Map(singles);
}

const PLACES = places();

/** Path of the single record. */
function urlOf({dataset, record_id}: Hit): string {
  const place = PLACES.get(dataset);
  if (!place) throw new Error(`${dataset} is found by the search, but no route shows its records`);
  const segments = place.parts ? record_id.split('/') : [record_id];
  return place.path + segments.map(encodeURIComponent).join('/');
}

function labelOf({dataset, label}: Hit, lang: Language): string {
  return datasetOrEntity(dataset).globalSearch?.label.bilingual ? half(label, lang) : label;
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

/** The groups with their results, and what was asked for. */
export function searched({own, lang}: Call, engine: Engine): Answer<Rendered> {
  const q = String(own['q']);
  const most = Number(own['results_per_domain']);
  return after(engine.search({text: fold(q), most}), (found) =>
    renderJson({
      data: Object.fromEntries(found.map((hits) => [hits.group, group(hits, lang)])),
      meta: {
        q,
        results_per_domain: most,
        domains_with_results: found.filter(({total}) => total > 0).length,
      },
    }),
  );
}
