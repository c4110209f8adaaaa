/** Generates the profiles of the Library of Parliament: everybody who ever sat in either chamber. */
import type {Json} from '../../datasets/types.ts';
import {iso} from '../dates.ts';
import {oracle} from '../oracle.ts';
import {schedule} from '../quirks.ts';
import type {Generate} from '../task.ts';
import {placesByMember} from './committees.ts';
import {type Page, writeBundle, writeDocument} from './documents.ts';
import {fault, isLinked, listOfAll, numberOfHouse, profileOf, rolesOf} from './library_pages.ts';
import {fullName, type Politician} from './people.ts';
import {politicians} from './politicians.ts';

const SLUG = 'parlinfo';
const LABEL = 'ParlInfo Parliamentarians';
const API = 'https://lop.parl.ca/ParlinfoWebApi/Person';

const PEOPLE_BUNDLE = 'synthetic-people.documents.ndjson';
/** Profiles that lie beside the others as files of their own. */
const BY_HAND = 3;

export const parlinfo: Generate = async (task) => {
  const {folder, seed, plan, tell} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const counted = oracle({slug: SLUG, dataset: 'parliamentarians', label: LABEL, valued: false});
  const known = politicians(plan, seed).all.filter(({library}) => library !== null);
  const placesOf = placesByMember(plan, seed);
  const files: Record<string, number> = {[PEOPLE_BUNDLE]: 0};
  const count = (file: string, rows: number) => {
    files[file] = (files[file] ?? 0) + rows;
  };

  const pages: Page[] = [
    {name: 'list/all', url: `${API}/SearchAndRefine?expression=&refiners=`, text: () => listOfAll(known)},
    {name: 'person/99999', url: address(99_999), text: fault},
  ];
  quirks.due('fault');
  count(PEOPLE_BUNDLE, known.length + 1);
  counted.reject('missing');
  for (const [i, of] of known.entries()) {
    const places = placesOf.get(of) ?? [];
    const byHand = i > 0 && i <= BY_HAND;
    const text = () => profileOf(of, places, i <= BY_HAND);
    const parts = rolesOf(of, places).length + of.candidacies.length + places.length;
    counted.merge('part', parts);
    if (byHand) {
      const name = `synthetic-person-${of.library}.jsonp`;
      await writeDocument(folder, name, text());
      count(name, 1 + parts);
    } else {
      pages.push({name: `person/${of.library}`, url: address(of.library ?? 0), text});
      count(PEOPLE_BUNDLE, 1 + parts);
    }
    keep(of);
  }
  await writeBundle(folder, PEOPLE_BUNDLE, pages);
  tell(SLUG, counted.kept, known.length);
  return counted.expected(files, quirks.counts());

  /** The list and the profile are two versions of a person. */
  function keep(of: Politician): void {
    counted.keep({versions: 2, value: null});
    const {mandates, senate, candidacies} = of;
    if (senate) quirks.due('senator');
    if (senate && mandates.length > 0) quirks.due('both_chambers');
    if (of.house !== null) counted.link('person of the Library to person of the House');
    if (numberOfHouse(of) > 0) quirks.due('numbered');
    else if (isLinked(of)) quirks.due('linked');
    else if (of.house !== null) quirks.due('unlinked');
    if (candidacies.some(({votes}) => votes === 0)) quirks.due('no_votes');
    const shows = senate
      ? 'senator'
      : isLinked(of)
        ? 'linked'
        : numberOfHouse(of) > 0
          ? 'numbered'
          : of.house
            ? 'unlinked'
            : 'long ago';
    counted.sample(shows, () => ({record_id: String(of.library), earlier_versions: 0, fields: fieldsOf(of)}));
  }
};

const address = (id: number): string => `${API}/GetPersonWebProfile/${id}?callback=1`;

function fieldsOf(of: Politician): Record<string, Json> {
  const house = numberOfHouse(of) || (isLinked(of) ? of.house : null);
  return {
    name: fullName(of),
    house_id: house === null ? null : String(house),
    is_member: of.mandates.at(-1)?.to === null,
    is_senator: of.senate !== null && of.senate.to === null,
    elections: of.candidacies.map((one, i) => ({
      date: iso(one.day),
      riding: one.riding.name,
      province: i % 2 === 0 ? one.riding.province.code : null,
      party: one.party.en,
      votes: one.votes || null,
      result: one.elected ? 'Elected' : 'Defeated',
    })),
    source_dataset: LABEL,
  };
}
