/**
 * Documents of the House about its members: rows of lists, tiles, profiles and ministries as it writes them.
 */
import {iso} from '../dates.ts';
import type {Place} from './committees.ts';
import {elements, escaped, house, htmlPage, midnight, pathOf} from './markup.ts';
import type {Party} from './parliaments.ts';
import {type Candidacy, fullName, type Mandate, type Politician, type Position} from './people.ts';

/** Last caucus of a mandate: the House names no earlier one there. */
export function caucusOf({caucuses}: Politician, {parliament}: Mandate): Party {
  const found = caucuses.findLast((one) => one.parliament === parliament)?.party;
  if (!found) throw new Error('a mandate without a caucus');
  return found;
}

const spell = ({from, to}: {from: number; to: number | null}) => ({
  FromDateTime: midnight(iso(from)),
  ToDateTime: to === null ? null : `${iso(to)}T23:59:59`,
});

/** Elements of a member in a list and in a profile. */
export function memberElements(person: Politician, mandate: Mandate): string {
  return elements({
    PersonShortHonorific: person.honorific,
    PersonOfficialFirstName: person.name.given,
    PersonOfficialLastName: person.name.family,
    ConstituencyName: mandate.riding.name,
    ConstituencyProvinceTerritoryName: mandate.riding.provinceEn,
    CaucusShortName: caucusOf(person, mandate).short,
    ...spell(mandate),
  });
}

/** One row of a list since 2025; `id` blank where the publisher forgot it. */
export const listRow = (person: Politician, mandate: Mandate, id: string): string =>
  `<MemberOfParliament>${elements({PersonId: id})}${memberElements(person, mandate)}</MemberOfParliament>`;

/** Path of the photograph of a parliament. */
export function photoOf(person: Politician, mandate: Mandate): string {
  const bare = (text: string) => text.normalize('NFD').replace(/[^A-Za-z]/g, '');
  const name = `${bare(person.name.family)}${bare(person.name.given)}_${caucusOf(person, mandate).code}.jpg`;
  return `/Content/Parliamentarians/Images/OfficialMPPhotos/${mandate.parliament}/${name}`;
}

/** Letters beyond ASCII as the House escapes them in its pages. */
const inHtml = (text: string): string =>
  escaped(text).replace(/[^ -~]/g, (letter) => `&#x${letter.charCodeAt(0).toString(16).toUpperCase()};`);

export function tile(of: Politician, mandate: Mandate): string {
  const name = inHtml(fullName(of));
  return `
<div class="ce-mip-mp-tile-container " id="mp-tile-person-id-${of.house}">
    <a class="ce-mip-mp-tile" href="/members/en/${pathOf(fullName(of))}(${of.house})">
        <div class="ce-mip-flex-tile">
            <div class="ce-mip-mp-picture-container">
                <img class="ce-mip-mp-picture visible-lg visible-md img-fluid" src="${photoOf(of, mandate)}" loading="lazy"
                     alt="Photo - ${name} - Click to open the Member of Parliament profile">
            </div>
            <div class="ce-mip-tile-text">
                <div class="ce-mip-tile-top">
                    <div class="ce-mip-mp-honourable">${of.honorific === '' ? '' : 'The Honourable'}</div>
                    <div class="ce-mip-mp-name">${name}</div>
                    <div class="ce-mip-mp-party">${inHtml(caucusOf(of, mandate).short)}</div>
                </div>
                <div class="ce-mip-tile-bottom">
                    <div class="ce-mip-mp-constituency">${inHtml(mandate.riding.name)}</div>
                    <div class="ce-mip-mp-province">${inHtml(mandate.riding.provinceEn)}</div>
                </div>
            </div>
        </div>
    </a>
</div>`;
}

export const tilesPage = (tiles: readonly string[]): string =>
  htmlPage('Current Members of Parliament - Search', `<div class="row">${tiles.join('')}\n</div>`);

/** Roles of one kind, newest first; an empty element for none. */
function roleList<T>(name: string, roles: readonly T[], inside: (role: T) => string): string {
  if (roles.length === 0) return `<${name}s />`;
  const rows = roles.toReversed().map((one) => `<${name}>${inside(one)}</${name}>`);
  return `<${name}s>${rows.join('')}</${name}s>`;
}

/** The profile of a person at the House. */
export function profile(person: Politician, places: readonly Place[]): string {
  const roles = [
    roleList('MemberOfParliamentRole', person.mandates, (one) => memberElements(person, one)),
    roleList('CaucusMemberRole', person.caucuses, (one) =>
      elements({CaucusShortName: one.party.short, ...spell(one), ParliamentNumber: one.parliament}),
    ),
    roleList('ParliamentaryPositionRole', person.positions, (one) =>
      elements({Title: one.titleEn, ...spell(one)}),
    ),
    roleList('CommitteeMemberRole', places, ({seat, of: {committee, session}}) =>
      elements({
        ParliamentNumber: session.parliament,
        SessionNumber: session.number,
        AffiliationRoleName: seat.role,
        CommitteeName: committee.en,
        ...spell(seat),
      }),
    ),
    '<ParliamentaryAssociationsandInterparliamentaryGroupRoles />',
    roleList('ElectionCandidateRole', person.candidacies, (one) => candidacy(person, one)),
  ];
  return house('Profile', roles.join(''));
}

function candidacy(person: Politician, one: Candidacy): string {
  const before = person.candidacies.some((other) => other.elected && other.day < one.day);
  const result = one.elected ? (before ? 'Re-Elected' : 'Elected') : 'Defeated';
  return elements({
    ElectionEventTypeName: one.byElection ? 'By-Election' : 'General Election',
    ElectionEndDate: midnight(iso(one.day)),
    ConstituencyName: one.riding.name,
    ConstituencyProvinceTerritoryName: one.riding.provinceEn,
    PoliticalPartyName: one.party.en,
    ResolvedElectionResultTypeName: result,
  });
}

export const minister = (id: number, person: Politician, position: Position, order: number): string =>
  `<Minister>${elements({
    PersonId: id,
    OrderOfPrecedence: order,
    PersonShortHonorific: person.honorific,
    PersonOfficialFirstName: person.name.given,
    PersonOfficialLastName: person.name.family,
    Title: position.titleEn,
    ...spell(position),
  })}</Minister>`;
