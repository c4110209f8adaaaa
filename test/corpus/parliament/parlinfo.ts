/** Generates the profiles of the Library of Parliament: everybody who ever sat in either chamber. */
import source from '../../../datasets/parliamentarians/sources/parlinfo.ts';
import type {Json} from '../../../datasets/types.ts';
import {iso} from '../dates.ts';
import type {Generate} from '../task.ts';
import {placesByMember} from './committees.ts';
import {DocumentSource} from './document_source.ts';
import {fault, isLinked, listOfAll, numberOfHouse, profileOf, rolesOf} from './library_pages.ts';
import {fullName, type Politician} from './people.ts';
import {politicians} from './politicians.ts';

const API = 'https://lop.parl.ca/ParlinfoWebApi/Person';
const address = (id: number): string => `${API}/GetPersonWebProfile/${id}?callback=1`;

/** Profiles that lie beside the bundle as files of their own. */
const BY_HAND = 3;

export const parlinfo: Generate = (task) =>
  new People(task, source, 'synthetic-people.documents.ndjson').run();

class People extends DocumentSource<'parlinfo'> {
  protected async write(): Promise<number> {
    const known = politicians(this.plan, this.seed).all.filter(({library}) => library !== null);
    const placesOf = placesByMember(this.plan, this.seed);
    const list = {name: 'list/all', url: `${API}/SearchAndRefine?expression=&refiners=`};
    this.page({...list, text: () => listOfAll(known)}, known.length);
    this.page({name: 'person/99999', url: address(99_999), text: fault}, 1);
    this.quirks.due('fault');
    this.counted.reject('missing');
    for (const [i, person] of known.entries()) {
      const places = placesOf.get(person) ?? [];
      const text = () => profileOf(person, places, i <= BY_HAND);
      const parts = rolesOf(person, places).length + person.candidacies.length + places.length;
      const id = person.library ?? 0;
      if (i > 0 && i <= BY_HAND) await this.file(`synthetic-person-${id}.jsonp`, text(), 1 + parts);
      else this.page({name: `person/${id}`, url: address(id), text}, 1 + parts);
      this.counted.merge('part', parts);
      this.#keep(person);
    }
    return known.length;
  }

  /** The list and the profile are two versions of a person. */
  #keep(person: Politician): void {
    const {mandates, senate, candidacies, house} = person;
    const number = numberedBy(person);
    if (senate) this.quirks.due('senator');
    if (senate && mandates.length > 0) this.quirks.due('both_chambers');
    if (house !== null) this.counted.link('person of the Library to person of the House');
    if (number) this.quirks.due(number);
    if (candidacies.some(({votes}) => votes === 0)) this.quirks.due('no_votes');
    this.keepRecord({
      id: String(person.library),
      versions: 2,
      shows: senate ? 'senator' : (number ?? 'long ago'),
      fields: () => fieldsOf(person),
    });
  }
}

/** Where the number of the House is found; null for people whom the House does not number. */
function numberedBy(person: Politician): 'numbered' | 'linked' | 'unlinked' | null {
  if (numberOfHouse(person) > 0) return 'numbered';
  if (isLinked(person)) return 'linked';
  return person.house === null ? null : 'unlinked';
}

function fieldsOf(person: Politician): Record<string, Json> {
  const house = numberOfHouse(person);
  return {
    name: fullName(person),
    house_id: house ? String(house) : null,
    house_pages: isLinked(person) ? [{house_id: String(person.house), name: 'x'}] : [],
    is_member: person.mandates.at(-1)?.to === null,
    is_senator: person.senate !== null && person.senate.to === null,
    elections: person.candidacies.map((one, i) => ({
      date: iso(one.day),
      riding: one.riding.name,
      province: i % 2 === 0 ? one.riding.province.code : null,
      party: one.party.en,
      votes: one.votes || null,
      result: one.elected ? 'Elected' : 'Defeated',
    })),
  };
}
