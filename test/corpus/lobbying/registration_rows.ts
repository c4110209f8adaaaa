/** Rows of the registrations archive: a version of a registration as cells, and what belongs to it. */
import {iso} from '../dates.ts';
import type {Cells} from '../files/csv.ts';
import {at} from '../lists.ts';
import {NAMES, nameOf} from '../parliament/names.ts';
import type {Random} from '../prng.ts';
import type {Schedule} from '../quirks.ts';
import {TOWNS} from '../vocabulary/towns.ts';
import type {Chain, Version} from './chains.ts';
import {pickInstitutions} from './institutions.ts';
import type {LOBBYING_QUIRKS} from './quirks.ts';
import {CUSTOM, detail, OTHER, pickSubjects, type Subject} from './subjects.ts';

export type Quirks = Schedule<keyof (typeof LOBBYING_QUIRKS)['lobbying_registrations']>;

const phone = (rng: Random): string => `(613) 555-01${rng.between(10, 99)}`;
const day = (of: number | null): string => (of === null ? 'null' : iso(of));
const yes = (holds: boolean): string => (holds ? 'Y' : 'N');

/** Cells of the primary file. `previous` is the version before; null for the first. */
export function primary(
  chain: Chain,
  version: Version,
  previous: Version | null,
  rng: Random,
  quirks: Quirks,
): Cells {
  const {registrant, client, type} = chain;
  const lines = client.address.join('\n');
  const unknown = quirks.due('unknown_indicator');
  const indicator = (share: number) => (unknown ? 'O' : yes(rng.chance(share)));
  const empty = quirks.due('empty_cell');
  return {
    REG_ID_ENR: String(version.regId),
    REG_TYPE_ENR: String(type),
    REG_NUM_ENR: numberOf(chain, version),
    VERSION_CODE: version.effective > 20_000 ? 'V6' : version.effective > 17_500 ? 'V5' : 'V4',
    EN_FIRM_NM_FIRME_AN: registrant.firm?.en ?? 'null',
    FR_FIRM_NM_FIRME: registrant.firm?.fr ?? 'null',
    RGSTRNT_POS_POSTE_DCLRNT: registrant.firm
      ? rng.pick(['Consultant', 'Senior Consultant', 'Associé'])
      : 'null',
    FIRM_ADDRESS_ADRESSE_FIRME: registrant.firm
      ? '99 Sparrow Street\nSuite 1100\nOttawa, ON  K1P 1A1'
      : 'null',
    FIRM_TEL_FIRME: registrant.firm ? phone(rng) : 'null',
    RGSTRNT_NUM_DECLARANT: String(registrant.number),
    RGSTRNT_LAST_NM_DCLRNT: registrant.family,
    RGSTRNT_1ST_NM_PRENOM_DCLRNT: registrant.given,
    RO_POS_POSTE_AR: registrant.firm ? 'null' : 'President and Chief Executive Officer',
    RGSTRNT_ADDRESS_ADRESSE_DCLRNT: lines,
    RGSTRNT_TEL_DCLRNT: phone(rng),
    RGSTRNT_FAX_DCLRNT: empty ? '' : 'null',
    CLIENT_ORG_CORP_PROFIL_ID_PROFIL_CLIENT_ORG_CORP: String(profileOf(chain)),
    CLIENT_ORG_CORP_NUM: String(chain.clientNumber),
    EN_CLIENT_ORG_CORP_NM_AN: client.en ?? 'null',
    FR_CLIENT_ORG_CORP_NM: client.fr ?? 'null',
    CLIENT_ORG_CORP_ADDRESS_ADRESSE_CLIENT_ORG_CORP: lines,
    CLIENT_ORG_CORP_TEL: phone(rng),
    CLIENT_ORG_CORP_FAX: empty ? '' : 'null',
    REP_LAST_NM_REP: nameOf(NAMES - 3_000 - (chain.index % 1_000)).family,
    REP_1ST_NM_PRENOM_REP: nameOf(NAMES - 3_000 - (chain.index % 1_000)).given,
    REP_POSITION_POSTE_REP: rng.pick(['Director', 'Directrice générale', 'Vice-President, Public Affairs']),
    EFFECTIVE_DATE_VIGUEUR: iso(version.effective),
    END_DATE_FIN: day(version.end),
    PARENT_IND_SOC_MERE: indicator(0.08),
    COALITION_IND: yes(rng.chance(0.01)),
    SUBSIDIARY_IND_FILIALE: indicator(0.11),
    DIRECT_INT_IND_INT_DIRECT: yes(rng.chance(0.05)),
    GOVT_FUND_IND_FIN_GOUV: yes(rng.chance(0.3)),
    FY_END_DATE_FIN_EXERCICE: chain.type === 1 ? 'null' : '03-31',
    CONTG_FEE_IND_HON_COND: yes(false),
    PREV_REG_ID_ENR_PRECEDNT: previous ? String(previous.regId) : 'null',
    POSTED_DATE_PUBLICATION: day(version.posted),
  };
}

/** The printed number: registrant, client and number of the version. */
export const numberOf = ({registrant, clientNumber}: Chain, {suffix}: Version): string =>
  `${registrant.number}-${clientNumber}-${suffix}`;

/** Profiles are kept per engagement of a consultant, and per organization that files for itself. */
export const profileOf = ({type, client, index}: Chain): number =>
  type === 1 ? 5_000_000 + index : client.profile;

/** What a version says beside the primary file. */
export interface Children {
  subjects: readonly {code: string; label: string; custom: string | null; subject: Subject}[];
  details: readonly {category: string; text: string; codes: readonly string[]}[];
  institutions: readonly string[];
  manual: string | null;
  beneficiaries: readonly {type: string; en: string | null; fr: string | null}[];
}

/** Later versions of a chain keep most of what the first one said. */
export function childrenOf(
  chain: Chain,
  version: Version,
  rng: Random,
  seed: Random,
  quirks: Quirks,
): Children {
  const said = pickSubjects(seed, 1 + seed.int(4));
  const subjects = (
    version.suffix > 1 && rng.chance(0.4) ? [...said.slice(1), ...pickSubjects(rng, 1)] : said
  )
    .filter((one, i, all) => all.indexOf(one) === i)
    .map((subject) => ({code: subject.code, label: subject.en, custom: null as string | null, subject}));
  if (quirks.due('custom_subject')) {
    const custom = rng.pick(CUSTOM)[0] ?? '';
    subjects.push({code: OTHER.code, label: custom, custom, subject: OTHER});
  }
  const language = chain.client.en === null ? 'fr' : 'en';
  const lines = quirks.due('lines_in_cell');
  const details = subjects.slice(0, lines ? 2 : 1).map(({subject, code}) => {
    const {category, text} = detail(rng, subject, language);
    return {category, text: lines ? text : text.replaceAll('\n\n', ' '), codes: [code]};
  });
  const institutions = pickInstitutions(
    version.suffix > 1 ? rng : seed,
    1 + Math.floor(seed.next() ** 2 * 12),
  );
  return {
    subjects,
    details,
    institutions,
    manual: quirks.due('manual_institution') ? 'Task Force on Harbour Ice' : null,
    beneficiaries: rng.chance(0.1)
      ? [
          {
            type: rng.pick(['Parent', 'Subsidiary', 'Coalition']),
            en: `${at(TOWNS, chain.index).en} Holdings Ltd.`,
            fr: null,
          },
        ]
      : [],
  };
}
