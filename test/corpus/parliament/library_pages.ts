/** Profiles as the Library of Parliament serves them: JSON in a call of a function. */
import {iso, REFERENCE_DAY} from '../dates.ts';
import {hash32} from '../prng.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import type {Place} from './committees.ts';
import {PARLIAMENTS} from './parliaments.ts';
import {type Candidacy, covers, fullName, type Politician} from './people.ts';

/** Nobody has a number of the House there whose last candidacy was before that day. */
const NUMBERED_SINCE = PARLIAMENTS[35]?.election ?? 0;
/** Members first elected at the last general election or later have none yet. */
const NUMBERED_UNTIL = (PARLIAMENTS.at(-1)?.election ?? 0) - 1;

/** The number of the House that the profile gives; 0 for none. */
export function numberOfHouse({house, candidacies, mandates}: Politician): number {
  const [first, last] = [mandates[0], candidacies.at(-1)];
  if (house === null || !first || !last) return 0;
  return last.day >= NUMBERED_SINCE && first.from <= NUMBERED_UNTIL ? house : 0;
}

/** Of those without a number every other one has a link with it. */
export const isLinked = (person: Politician): boolean =>
  person.house !== null && numberOfHouse(person) === 0 && hash32(`link ${person.library}`) % 2 === 0;

const time = (day: number): string => `${iso(day)}T00:00:00Z`;
const ended = (to: number | null): string | null => (to === null ? null : time(to));

/** An em dash between the parts of a riding is written as two hyphens. */
const dashed = (riding: string): string => riding.replaceAll('—', '--');

const isMember = ({mandates}: Politician): boolean => mandates.at(-1)?.to === null;
const isSenator = ({senate}: Politician): boolean => senate !== null && covers(senate, REFERENCE_DAY);

/** What the list and the profile say of a person. */
function personValues(person: Politician) {
  const {given, family} = person.name;
  return {
    PersonId: person.library,
    HOCPersonId: numberOfHouse(person),
    SenatePersonId: 0,
    FormalFirstName:
      hash32(`formal ${person.library}`) % 3 === 0
        ? `${given} ${person.name.gender === 'F' ? 'Rose' : 'James'}`
        : null,
    UsedFirstName: given,
    MiddleName: null,
    LastName: family,
    DisplayName: `${family}, ${given}`,
    StraightDisplayName: fullName(person),
    IsCurrentlyMP: isMember(person),
    IsCurrentlySenator: isSenator(person),
  };
}

/** The list of everybody. */
export const listOfAll = (people: readonly Politician[]): string => JSON.stringify(people.map(personValues));

/** Kinds of roles with their numbers: name, kind of organization. */
const ROLES: Record<number, readonly [name: string, kind: string]> = {
  717: ['Prime Minister', 'Chamber of Parliament (Fed)'],
  718: ['Senator', 'Senatorial Division'],
  719: ['Constituency Member', 'Constituency'],
  722: ['Party Member', 'Party'],
  854: ['Minister', 'Government'],
  756: ['Chair', 'Committee'],
  1175: ['Vice-Chair', 'Committee'],
  226: ['Member', 'Committee'],
};

const COMMITTEE_ROLES = {Chair: 756, 'Vice-Chair': 1175, Member: 226, 'Associate Member': 226} as const;

interface Role {
  id: number;
  term: {from: number; to: number | null};
  organization: string;
  province: string | null;
}

const role = (
  id: number,
  term: Role['term'],
  organization: string,
  province: string | null = null,
): Role => ({
  id,
  term,
  organization,
  province,
});

const standingCommittee = ({of: {committee}}: Place): string => `Standing Committee on ${committee.en}`;

/** Roles of a person: mandates, parties, offices, committees. */
export function rolesOf(person: Politician, places: readonly Place[]): Role[] {
  const {senate, mandates, caucuses, positions} = person;
  const chamber = senate
    ? [role(718, senate, senate.division, senate.province.en), role(722, senate, senate.party)]
    : [];
  return [
    ...mandates.map((one) => role(719, one, dashed(one.riding.name), one.riding.provinceEn)),
    ...caucuses.map((one) => role(722, one, one.party.en)),
    ...chamber,
    ...positions.flatMap((one) => {
      if (one.kind === 'minister') return [role(854, one, one.titleEn.replace('Minister of ', ''))];
      return one.kind === 'prime minister' ? [role(717, one, 'House of Commons')] : [];
    }),
    ...places.map((place) => role(COMMITTEE_ROLES[place.seat.role], place.seat, standingCommittee(place))),
  ];
}

function candidate(person: Politician, one: Candidacy, index: number) {
  const {given, family, nickname} = person.name;
  return {
    ElectionCandidateId: (person.library ?? 0) * 20 + index,
    ParliamentNumber: one.parliament,
    ElectionId: 700 + one.parliament,
    ElectionDate: time(one.day),
    IsGeneral: !one.byElection,
    ConstituencyEn: dashed(one.riding.name),
    ConstituencyFr: dashed(one.riding.name),
    // often left blank
    ProvinceEn: index % 2 === 0 ? one.riding.provinceEn : null,
    ElectionCanadaFirstName: nickname ?? given,
    ElectionCanadaLastName: family.toUpperCase(),
    OccupationEn: 'Parliamentarian',
    OccupationFr: 'Parlementaire',
    PartyNameEn: one.party.en,
    PartyNameFr: one.party.fr,
    Votes: one.votes,
    ResultLongEn: one.elected ? 'Elected' : 'Defeated',
    ResultLongFr: one.elected ? 'Élu' : 'Défait',
  };
}

/** The profile of a person; `notice` says that it is generated. */
export function profileOf(person: Politician, places: readonly Place[], notice: boolean): string {
  const {house} = person;
  const roles = rolesOf(person, places).map(({id, term, organization, province}, i) => ({
    PersonRoleId: (person.library ?? 0) * 50 + i,
    NameEn: ROLES[id]?.[0],
    StartDate: time(term.from),
    EndDate: ended(term.to),
    OrganizationLongEn: organization,
    OrganizationTypeEn: ROLES[id]?.[1],
    OrganizationProvinceEn: province,
    ParliamentNumber: 0,
    PartyEn: null,
    HasCrossedTheFloor: false,
    IsCurrent: term.to === null ? 'True' : 'False',
    RoleId: id,
  }));
  const links = isLinked(person)
    ? [
        {
          TypeEn: 'Hill Address',
          TitleEn: 'MP profile',
          UrlEn: `http://www.ourcommons.ca/Parliamentarians/en/members/x(${house})`,
        },
      ]
    : [];
  const document = {
    Person: {
      ...personValues(person),
      // what nobody needs and no reader may keep
      DateOfBirth: '1950-02-03T00:00:00Z',
      EthnicityLongEn: 'Imaginary',
      ReligionEn: 'Imaginary',
      Gender: person.name.gender,
      ExternalNotesEn: notice ? NOTICE.en : null,
      Roles: roles,
      WebLinks: links,
      ElectionCandidates: person.candidacies.map((one, i) => candidate(person, one, i)),
    },
    FederalExperience: [],
    CommitteeMembership: places.map((place) => ({
      NameEn: ROLES[COMMITTEE_ROLES[place.seat.role]]?.[0],
      OrganizationLongEn: standingCommittee(place),
      CompositionTypeLongEn: place.of.committee.joint ? 'Joint' : 'House of Commons',
      CommitteeTypeEn: 'Standing',
      ParliamentNumber: place.of.session.parliament,
      SessionNumber: place.of.session.number,
    })),
  };
  return `/**/ typeof 1 === 'function' && 1(${JSON.stringify(document)});`;
}

/** What the server answers where it fails, with status 200. */
export const fault = (): string =>
  `/**/ typeof 1 === 'function' && 1(${JSON.stringify({
    Message: 'An error has occurred.',
    ExceptionMessage: 'Object reference not set to an instance of an object.',
    ExceptionType: 'System.NullReferenceException',
    StackTrace: '   at ParlinfoWebApi.Controllers.PersonController.GetPersonWebProfile(Int32 id)',
  })});`;
