/** Generates the profiles of the Library of Parliament: everybody who ever sat in either chamber. */
import type {Json} from '../../datasets/types.ts';
import {iso} from '../dates.ts';
import type {Generate, Task} from '../task.ts';
import {type Place, placesByMember} from './committees.ts';
import {DocumentSource} from './document_source.ts';
import {writeDocument} from './documents.ts';
import {fault, isLinked, listOfAll, numberOfHouse, profileOf, rolesOf} from './library_pages.ts';
import {fullName, type Politician} from './people.ts';
import {politicians} from './politicians.ts';

const SLUG = 'parlinfo';
const LABEL = 'ParlInfo Parliamentarians';
const API = 'https://lop.parl.ca/ParlinfoWebApi/Person';

const PEOPLE_BUNDLE = 'synthetic-people.documents.ndjson';
/** Profiles that lie beside the others as files of their own. */
const BY_HAND = 3;

export const parlinfo: Generate = (task) => new People(task).run();

class People extends DocumentSource<typeof SLUG> {
  constructor(task: Task) {
    super(task, {slug: SLUG, dataset: 'parliamentarians', label: LABEL, bundle: PEOPLE_BUNDLE});
  }

  async run() {
    const known = politicians(this.plan, this.seed).all.filter(({library}) => library !== null);
    const placesOf = placesByMember(this.plan, this.seed);
    const url = `${API}/SearchAndRefine?expression=&refiners=`;
    this.page({name: 'list/all', url, text: () => listOfAll(known)}, known.length);
    this.page({name: 'person/99999', url: address(99_999), text: fault}, 1);
    this.quirks.due('fault');
    this.counted.reject('missing');
    for (const [i, of] of known.entries()) {
      await this.#profile(of, placesOf.get(of) ?? [], i);
      this.#keep(of);
    }
    return this.finish(known.length);
  }

  async #profile(of: Politician, places: readonly Place[], i: number): Promise<void> {
    const text = () => profileOf(of, places, i <= BY_HAND);
    const parts = rolesOf(of, places).length + of.candidacies.length + places.length;
    this.counted.merge('part', parts);
    if (i === 0 || i > BY_HAND) {
      this.page({name: `person/${of.library}`, url: address(of.library ?? 0), text}, 1 + parts);
      return;
    }
    const name = `synthetic-person-${of.library}.jsonp`;
    await writeDocument(this.folder, name, text());
    this.count(name, 1 + parts);
  }

  /** The list and the profile are two versions of a person. */
  #keep(of: Politician): void {
    this.counted.keep({versions: 2, value: null});
    const {mandates, senate, candidacies} = of;
    if (senate) this.quirks.due('senator');
    if (senate && mandates.length > 0) this.quirks.due('both_chambers');
    if (of.house !== null) this.counted.link('person of the Library to person of the House');
    if (numberOfHouse(of) > 0) this.quirks.due('numbered');
    else if (isLinked(of)) this.quirks.due('linked');
    else if (of.house !== null) this.quirks.due('unlinked');
    if (candidacies.some(({votes}) => votes === 0)) this.quirks.due('no_votes');
    const shows = senate
      ? 'senator'
      : isLinked(of)
        ? 'linked'
        : numberOfHouse(of) > 0
          ? 'numbered'
          : of.house
            ? 'unlinked'
            : 'long ago';
    this.counted.sample(shows, () => ({
      record_id: String(of.library),
      earlier_versions: 0,
      fields: fieldsOf(of),
    }));
  }
}

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
