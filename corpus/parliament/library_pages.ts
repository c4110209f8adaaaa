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
export const isLinked = (of: Politician): boolean =>
  of.house !== null && numberOfHouse(of) === 0 && hash32(`link ${of.library}`) % 2 === 0;

const time = (day: number): string => `${iso(day)}T00:00:00Z`;
const ended = (to: number | null): string | null => (to === null ? null : time(to));

/** An em dash between the parts of a riding is written as two hyphens. */
const dashed = (riding: string): string => riding.replaceAll('—', '--');

const isMember = ({mandates}: Politician): boolean => mandates.at(-1)?.to === null;
const isSenator = ({senate}: Politician): boolean => senate !== null && covers(senate, REFERENCE_DAY);

/** What the list and the profile say of a person. */
function person(of: Politician) {
  const {given, family} = of.name;
  return {
    PersonId: of.library,
    HOCPersonId: numberOfHouse(of),
    SenatePersonId: 0,
    FormalFirstName:
      hash32(`formal ${of.library}`) % 3 === 0
        ? `${given} ${of.name.gender === 'F' ? 'Rose' : 'James'}`
        : null,
    UsedFirstName: given,
    MiddleName: null,
    LastName: family,
    DisplayName: `${family}, ${given}`,
    StraightDisplayName: fullName(of),
    IsCurrentlyMP: isMember(of),
    IsCurrentlySenator: isSenator(of),
  };
}

/** The list of everybody. */
export const listOfAll = (people: readonly Politician[]): string => JSON.stringify(people.map(person));

type Role = readonly [
  id: number,
  name: string,
  from: number,
  to: number | null,
  of: string,
  kind: string,
  province: string | null,
];

/** Roles of a person: mandates, parties, offices, committees. */
export function rolesOf(of: Politician, places: readonly Place[]): Role[] {
  const {senate} = of;
  return [
    ...of.mandates.map(
      ({from, to, riding}): Role => [
        719,
        'Constituency Member',
        from,
        to,
        dashed(riding.name),
        'Constituency',
        riding.provinceEn,
      ],
    ),
    ...of.caucuses.map(({from, to, party}): Role => [722, 'Party Member', from, to, party.en, 'Party', null]),
    ...(senate
      ? [
          [
            718,
            'Senator',
            senate.from,
            senate.to,
            senate.division,
            'Senatorial Division',
            senate.province.en,
          ] as const,
          [722, 'Party Member', senate.from, senate.to, senate.party, 'Party', null] as const,
        ]
      : []),
    ...of.positions
      .filter(({kind}) => kind === 'minister' || kind === 'prime minister')
      .map(
        ({from, to, titleEn, kind}): Role =>
          kind === 'minister'
            ? [854, 'Minister', from, to, titleEn.replace('Minister of ', ''), 'Government', null]
            : [717, 'Prime Minister', from, to, 'House of Commons', 'Chamber of Parliament (Fed)', null],
      ),
    ...places.map(
      ({seat, of: {committee}}): Role => [
        seat.role === 'Chair' ? 756 : seat.role === 'Vice-Chair' ? 1175 : 226,
        seat.role.replace('Associate ', ''),
        seat.from,
        seat.to,
        `Standing Committee on ${committee.en}`,
        'Committee',
        null,
      ],
    ),
  ];
}

function candidate(of: Politician, one: Candidacy, index: number) {
  const {given, family, nickname} = of.name;
  return {
    ElectionCandidateId: (of.library ?? 0) * 20 + index,
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
export function profileOf(of: Politician, places: readonly Place[], notice: boolean): string {
  const {house} = of;
  const roles = rolesOf(of, places).map(([RoleId, NameEn, from, to, long, kind, province], i) => ({
    PersonRoleId: (of.library ?? 0) * 50 + i,
    NameEn,
    StartDate: time(from),
    EndDate: ended(to),
    OrganizationLongEn: long,
    OrganizationTypeEn: kind,
    OrganizationProvinceEn: province,
    ParliamentNumber: 0,
    PartyEn: null,
    HasCrossedTheFloor: false,
    IsCurrent: to === null ? 'True' : 'False',
    RoleId,
  }));
  const links = isLinked(of)
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
      ...person(of),
      // what nobody needs and no reader may keep
      DateOfBirth: '1950-02-03T00:00:00Z',
      EthnicityLongEn: 'Imaginary',
      ReligionEn: 'Imaginary',
      Gender: of.name.gender,
      ExternalNotesEn: notice ? NOTICE.en : null,
      Roles: roles,
      WebLinks: links,
      ElectionCandidates: of.candidacies.map((one, i) => candidate(of, one, i)),
    },
    FederalExperience: [],
    CommitteeMembership: places.map(({seat, of: {committee, session}}) => ({
      NameEn: seat.role.replace('Associate ', ''),
      OrganizationLongEn: `Standing Committee on ${committee.en}`,
      CompositionTypeLongEn: committee.joint ? 'Joint' : 'House of Commons',
      CommitteeTypeEn: 'Standing',
      ParliamentNumber: session.parliament,
      SessionNumber: session.number,
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
