/** Invented clients of lobbyists: firms that also sell to the government, and organizations. */
import {at, tabled} from '../lists.ts';
import {hash32} from '../prng.ts';
import {TOWNS} from '../vocabulary/towns.ts';
import {vendor} from '../vocabulary/vendors.ts';

export interface Client {
  /** One of the two names may be missing. */
  en: string | null;
  fr: string | null;
  /** Profile of the client at the registry. */
  profile: number;
  organization: boolean;
  /** Lines of the address. */
  address: readonly string[];
}

const FORMS = tabled(`
  Canadian Association of % | Association canadienne des %
  Alliance of % | Alliance des %
  Council of % | Conseil des %
  Federation of % | Fédération des %
  Institute of % | Institut des %
  Coalition for % | Coalition pour les %
  National Union of % | Union nationale des %
`);

const FIELDS = tabled(`
  Ferry Operators | exploitants de traversiers
  Maple Growers | acériculteurs
  Rural Libraries | bibliothèques rurales
  Grain Elevators | silos à grains
  Steel Recyclers | recycleurs d'acier
  Hospital Foundations | fondations hospitalières
  Independent Brewers | brasseurs indépendants
  Search and Rescue Volunteers | bénévoles en recherche et sauvetage
  Geothermal Builders | constructeurs géothermiques
  Community Radio | radios communautaires
  Harbour Authorities | administrations portuaires
  Seniors' Residences | résidences pour aînés
  Wool Producers | producteurs de laine
  Regional Airports | aéroports régionaux
  Tidal Power | énergies marémotrices
  Museum Professionals | professionnels de musée
  Short-Line Railways | chemins de fer d'intérêt local
  Food Banks | banques alimentaires
  Forest Contractors | entrepreneurs forestiers
  Software Cooperatives | coopératives de logiciels
`);

const REGIONS = tabled(`
  | |
  Atlantic | de l'Atlantique |
  Prairie | des Prairies |
  Northern | du Nord |
  Pacific | du Pacifique |
  Ontario | de l'Ontario |
  Québec | du Québec |
`);

/** One in so many is an organization. */
const ORGANIZATIONS = 3;

/** The organization of that number; 980 of them differ. */
function organization(index: number): {en: string; fr: string} {
  const [en = '', fr = ''] = at(FORMS, index);
  const [fieldEn = '', fieldFr = ''] = at(FIELDS, Math.floor(index / FORMS.length));
  const [regionEn = '', regionFr = ''] = at(REGIONS, Math.floor(index / (FORMS.length * FIELDS.length)));
  return {
    en: en.replace('%', `${regionEn} ${fieldEn}`.trim()),
    fr: fr.replace('%', `${fieldFr} ${regionFr}`.trim()),
  };
}

/** The client of that number. Names repeat only far apart. */
export function client(index: number): Client {
  const hash = hash32(`client ${index}`);
  const isOrganization = index % ORGANIZATIONS === 1;
  const town = at(TOWNS, hash >>> 3);
  const letter = at([...'ABCEGHJKLMNPRSTVWXYZ'], hash >>> 7);
  const address = [
    `${(hash % 900) + 12} Wharf Street`,
    ...(hash % 3 === 0 ? [`Suite ${(hash % 40) * 10 + 100}`] : []),
    `${town.en}, ${town.province.code}  ${town.area} ${hash % 10}${letter}${(hash >>> 5) % 10}`,
  ];
  const profile = 100_003 + 7 * index;
  if (!isOrganization) {
    // mostly the firm's English name alone; the register writes `null` for the other
    const name = vendor(index).spellings[0] ?? '';
    return {en: name, fr: hash % 5 === 0 ? name : null, profile, organization: false, address};
  }
  const {en, fr} = organization(Math.floor(index / ORGANIZATIONS));
  const only = hash % 14;
  return {
    en: only === 0 ? null : en,
    fr: only > 8 ? null : fr,
    profile,
    organization: true,
    address,
  };
}

/** The name that the service shows: the English one, else the French one. */
export const clientName = ({en, fr}: Client): string => en ?? fr ?? '';
