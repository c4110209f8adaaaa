/** The Senate seat by seat: senators stay for years and are followed by others. */
import {REFERENCE_DAY} from '../dates.ts';
import {at, listed} from '../lists.ts';
import {hash32, random} from '../prng.ts';
import {STEMS_FR} from '../vocabulary/vendor_words.ts';
import type {Name} from './names.ts';
import {newcomer, type Politician} from './people.ts';
import {bySeat} from './ridings.ts';

const SEATS = 'ON 24, QC 24, NS 10, NB 10, BC 6, AB 6, SK 6, MB 6, NL 6, PE 4, YT 1, NT 1, NU 1';

const GROUPS = listed(
  'Independent Senators Group, Canadian Senators Group, Progressive Senate Group, Conservative Party of Canada, Non-affiliated',
);

/** Seats with their division; Québec alone has named ones. */
const CHAMBER = bySeat(SEATS, (province, i) => ({
  division: province.code === 'QC' ? at(STEMS_FR, i).replaceAll('’', "'") : province.en,
  province,
}));

/** Of so many senators one was a member of the House before. */
const FORMER_MEMBERS = 14;

/** Shares no factor with the number of seats: the first of them come from all provinces. */
const STEP = 38;

/**
 * Senators since a day, of the first `most` seats. `former`: takes a former member of the House who is free
 * on a day, or null.
 */
export function senators(of: {
  seed: string;
  since: number;
  most: number;
  name: () => Name;
  former: (day: number) => Politician | null;
}): Politician[] {
  const all: Politician[] = [];
  /** Appointments since the last one of a former member. */
  let others = 0;
  for (let seat = 0; seat < Math.min(of.most, CHAMBER.length); seat++) {
    const {division, province} = at(CHAMBER, seat * STEP);
    const rng = random(of.seed, 'senate', seat);
    // most seats are taken when the generated time begins
    let from = of.since - rng.int(4_000);
    while (from < REFERENCE_DAY) {
      const until = from + rng.between(1_200, 7_200);
      others++;
      const known = others >= FORMER_MEMBERS ? of.former(from) : null;
      if (known) others = 0;
      const person = known ?? newcomer(of.name());
      const party = at(GROUPS, hash32(`${division} ${from}`));
      person.senate = {from, to: until < REFERENCE_DAY ? until : null, division, province, party};
      // every senator is styled so
      if (person.honorific === '') person.honorific = 'Hon.';
      if (!known) all.push(person);
      from = until + rng.between(40, 400);
    }
  }
  return all;
}
