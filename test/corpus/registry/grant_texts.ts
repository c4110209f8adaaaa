/** Programs of the institutions that give grants, and the sentences that say what a grant is for. */
import {at, tabled} from '../lists.ts';
import type {Random} from '../prng.ts';
import {type Body, INSTITUTIONS} from '../vocabulary/institutions.ts';
import type {Town} from '../vocabulary/towns.ts';

export interface Program {
  institution: Body;
  /** Grant, contribution or other transfer payment. */
  type: 'G' | 'C' | 'O';
  en: string;
  fr: string;
  purposeEn: string;
  purposeFr: string;
}

/**
 * The busiest institutions have several programs. The research councils and the two that publish changes
 * stand apart.
 */
const TABLE = tabled(`
  esdc-edsc | C | Skills for the Harbour Trades | Compétences pour les métiers du havre | trains people without work in trades that employers lack | forme des personnes sans emploi aux métiers recherchés
  esdc-edsc | C | Summer Work Placements | Placements d'été | pays part of the wages of students in summer | paie une part du salaire des étudiants l'été
  esdc-edsc | G | Grants for Accessible Buildings | Subventions pour bâtiments accessibles | makes doors, ramps and washrooms usable for everyone | rend les entrées, rampes et toilettes utilisables par tous
  aafc-aac | C | Orchard and Field Innovation | Innovation au verger et au champ | tries new crops and machines on working farms | met à l'essai des cultures et machines à la ferme
  aafc-aac | O | Crop Loss Sharing | Partage des pertes de récolte | shares the loss of farms after drought and hail | partage les pertes après la sécheresse et la grêle
  pch | C | Festivals of the Regions | Festivals des régions | supports festivals of music, theatre and film | appuie les festivals de musique, de théâtre et de film
  pch | G | Minority Language Fund | Fonds des langues minoritaires | supports schools and media of language minorities | appuie les écoles et médias des minorités
  ec | C | Wetland Renewal | Renouveau des milieux humides | restores marshes, shores and the species in them | restaure les marais, les rives et leurs espèces
  ec | C | Low Carbon Deeds Fund | Fonds des gestes sobres en carbone | lowers emissions of buildings and fleets | réduit les émissions des immeubles et des parcs
  dfo-mpo | C | Salmon Streams Program | Programme des rivières à saumon | clears streams in which salmon spawn | dégage les rivières où fraie le saumon
  hc-sc | C | Community Care Trials | Essais de soins de proximité | tries ways of caring for people at home | met à l'essai des soins à domicile
  ic | C | Northern Broadband Links | Liaisons à large bande du Nord | connects remote places by fibre and radio | relie les lieux éloignés par fibre et radio
  ic | C | Small Firm Innovation Fund | Fonds d'innovation des petites entreprises | shares the cost of new products of small firms | partage le coût de nouveaux produits
  infc | C | Wharves, Wells and Roads Stream | Volet quais, puits et routes | renews works of small places | renouvelle les ouvrages des petites localités
  acoa-apeca | C | Atlantic Trade Ventures | Projets commerciaux de l'Atlantique | helps firms of the region to sell abroad | aide les entreprises de la région à exporter
  ced-dec | C | Regional Growth | Croissance régionale | helps firms to renew their machines | aide les entreprises à renouveler leurs machines
  feddevontario | C | Southern Workshops Initiative | Initiative des ateliers du Sud | brings firms and schools together | réunit entreprises et écoles
  pacifican | C | Coastal Ventures | Entreprises de la côte | helps firms of the coast to grow | aide les entreprises de la côte
  nrcan-rncan | G | Home Warmth Grant | Subvention pour maisons chaudes | pays part of the insulation of houses | paie une part de l'isolation des maisons
  nrcan-rncan | C | Forest Renewal Trials | Essais de renouveau forestier | plants and observes mixed forests | plante et observe des forêts mixtes
  tc | C | Safe Crossings Program | Programme des passages sûrs | makes level crossings of railways safer | rend plus sûrs les passages à niveau
  vac-acc | G | Veterans at Ease Fund | Fonds Mieux-être des vétérans | supports groups that help veterans | appuie les groupes qui aident les vétérans
  cic | C | Newcomers Settle In | Bienvenue aux arrivants | teaches languages and finds homes for newcomers | enseigne les langues et trouve des logements
  nrc-cnrc | C | Workshop Research Assistance | Aide à la recherche en atelier | advises small firms on research | conseille les petites entreprises en recherche
  dfatd-maecd | C | Clean Water Partnerships | Partenariats eau propre | builds wells with partners abroad | creuse des puits avec des partenaires étrangers
  ps-sp | C | Flood Readiness | Prêts pour la crue | prepares places for floods and fires | prépare les lieux aux crues et aux feux
  pc | G | Trails and Heritage Grant | Subvention sentiers et patrimoine | keeps up trails and old buildings | entretient les sentiers et bâtiments anciens
  cannor | C | Northern Makers | Artisans du Nord | helps crafts of the North to sell | aide les métiers du Nord à vendre
`);

const COUNCILS = tabled(`
  nserc-crsng | G | Discovery Grants Program - Individual | Programme de subventions à la découverte - individuelles | supports programs of research in science and engineering | appuie des programmes de recherche en sciences et en génie
  sshrc-crsh | G | Insight research | Recherche Savoir | supports research on people and societies | appuie la recherche sur les personnes et les sociétés
  cihr-irsc | G | Project Grant | Subvention Projet | supports ideas in health research | appuie des idées en recherche en santé
`);

const CHANGING = tabled(`
  isc-sac | C | Child and Family Services | Services aux enfants et aux familles | supports services to children and families | appuie les services aux enfants et aux familles
  isc-sac | C | Water and Wastewater on Reserve | Eau et eaux usées dans les réserves | runs and renews water systems | exploite et renouvelle les réseaux d'eau
  aandc-aadnc | C | Lands and Treaties Support | Appui aux terres et aux traités | supports the work of treaty tables | appuie le travail des tables de traités
`);

const programs = (table: string[][]): readonly Program[] =>
  table.map(([code, type, en = '', fr = '', purposeEn = '', purposeFr = '']) => {
    const institution = INSTITUTIONS.find((one) => one.code === code);
    if (!institution || (type !== 'G' && type !== 'C' && type !== 'O')) {
      throw new Error(`the program ${en} names the institution ${code} and the type ${type}: one is unknown`);
    }
    return {institution, type, en, fr, purposeEn, purposeFr};
  });

export const PROGRAMS = programs(TABLE);
export const COUNCIL_PROGRAMS = programs(COUNCILS);
/** Of the institutions whose rows hold the change and not the total. */
export const CHANGING_PROGRAMS = programs(CHANGING);

const WORKS = tabled(`
  Renewal of the community hall | Réfection de la salle communautaire
  Planting of shelter belts | Plantation de haies brise-vent
  Training of apprentices | Formation d'apprentis
  A trial of "warm rooms" at night | Un essai de « salles chaudes » la nuit
  Survey of spawning grounds | Relevé des frayères
  Purchase of a press & a kiln | Achat d'une presse et d'un four
  Concerts for young listeners | Concerts pour jeunes publics
  Upgrade of the pumping station | Modernisation de la station de pompage
  Market study for sea kelp, 100% dried | Étude de marché du varech séché à 100 %
  Lessons in English and French | Cours de français et d'anglais
  Mapping of groundwater | Cartographie des eaux souterraines
  Trail with boardwalks; signs in three languages | Sentier sur pilotis; panneaux en trois langues
`);

const SENTENCES = tabled(`
  The recipient reports twice a year and keeps its accounts open. | Le bénéficiaire fait rapport deux fois l'an et tient ses comptes ouverts.
  Local partners add labour, tools and a third of the cost. | Les partenaires locaux fournissent la main-d'œuvre, les outils et un tiers du coût.
  Work is done outside the nesting season; roads stay open. | Les travaux se font hors de la nidification; les routes restent ouvertes.
  At least forty people take part, half of them under thirty. | Au moins quarante personnes participent, dont la moitié de moins de trente ans.
`);

/**
 * What a grant is for, in one language each: a title, and a description of one sentence or of several lines.
 */
export function purpose(random: Random, where: Town, lines: boolean) {
  const [en = '', fr = ''] = random.pick(WORKS);
  const first = random.int(SENTENCES.length);
  const [[sayEn, sayFr], [moreEn, moreFr]] = [at(SENTENCES, first), at(SENTENCES, first + 1)];
  const titleEn = `${en}, ${where.en}`;
  const titleFr = `${fr}, ${where.fr}`;
  if (lines) {
    return {
      titleEn,
      titleFr,
      descriptionEn: `${titleEn}.\n\n${sayEn}\n- ${moreEn}`,
      descriptionFr: `${titleFr}.\n\n${sayFr}\n- ${moreFr}`,
    };
  }
  const said = random.chance(0.5);
  return {
    titleEn,
    titleFr,
    descriptionEn: said ? (sayEn ?? '') : en,
    descriptionFr: said ? (sayFr ?? '') : '',
  };
}
