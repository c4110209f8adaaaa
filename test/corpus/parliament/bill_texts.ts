/** Titles and summaries of invented bills, in both languages. */
import {at, tabled} from '../lists.ts';

export interface Titles {
  longEn: string;
  longFr: string;
  /** Empty for about half of them. */
  shortEn: string;
  shortFr: string;
  /** What the bill does, a sentence. */
  aimEn: string;
  aimFr: string;
  /** Tag of a sector that the topic touches; empty for none. */
  sector: string;
}

/**
 * Topic in English and French, with the article that its French name takes after `concernant`; a sector that
 * it touches.
 */
const TOPICS = tabled(`
  harbour lights and navigation | les feux de port et la navigation | transportation
  housing for seniors | le logement des aînés | housing
  the health of migratory birds | la santé des oiseaux migrateurs | environment
  rural broadband | les services à large bande en milieu rural | telecommunications
  the employment of apprentices | l'emploi des apprentis | labour
  fisheries on the northern coast | les pêches de la côte nord | fisheries
  ferries and railways | les traversiers et les chemins de fer | transportation
  clean drinking water | l'eau potable | environment
  veterans and their families | les anciens combattants et leur famille | veterans
  the taxation of heritage buildings | l'impôt sur les bâtiments patrimoniaux | taxation
  privacy in online services | la vie privée dans les services en ligne | privacy_digital
  the labelling of maple products | l'étiquetage des produits de l'érable | competition_consumer
  organ donation | le don d'organes | health
  small museums | les petits musées | arts_culture
  electricity from tides | l'électricité des marées | energy
  the voting of students abroad | le vote des étudiants à l'étranger | elections
  Indigenous languages in schools | les langues autochtones à l'école | indigenous
  artificial intelligence in hospitals | l'intelligence artificielle dans les hôpitaux | health
  grain elevators | les silos à grains | agriculture
  search and rescue volunteers | les bénévoles en recherche et sauvetage | public_safety
  the immigration of nurses | l'immigration des infirmiers | immigration
  credit card fees | les frais de carte de crédit | banking_finance
  wild salmon | le saumon sauvage | fisheries
  the recycling of fishing gear | le recyclage des engins de pêche | environment
  official languages in the territories | les langues officielles dans les territoires | official_languages
  airports in remote communities | les aéroports des collectivités éloignées | transportation
  the pensions of lighthouse keepers | les pensions des gardiens de phare | seniors
  dementia care | les soins aux personnes atteintes de démence | health
  wildfires and firefighters | les feux de forêt et les pompiers | public_safety
  national parks in winter | les parcs nationaux en hiver | environment
  broadcasting in small towns | la radiodiffusion dans les petites villes | telecommunications
  farm succession | la relève agricole | agriculture
`);

const FORMS = tabled(`
  An Act respecting % | Loi concernant %
  An Act to establish a national strategy respecting % | Loi établissant une stratégie nationale concernant %
  An Act to amend certain Acts respecting % and to make consequential amendments to other Acts | Loi modifiant certaines lois concernant % et apportant des modifications corrélatives à d'autres lois
  An Act respecting the review of measures on % | Loi sur l'examen des mesures touchant %
  An Act to amend the Department of Harbours Act (%) | Loi modifiant la Loi sur le ministère des Ports (%)
`);

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The titles of the bill of that number; the first hundred and sixty differ. */
export function titlesOf(index: number): Titles {
  const [topicEn = '', topicFr = '', sector = ''] = at(TOPICS, index);
  const [longEn = '', longFr = ''] = at(FORMS, index + Math.floor(index / TOPICS.length));
  const named = index % 2 === 0;
  // a few titles hold markup
  const markup = index % 37 === 11;
  return {
    longEn: `${longEn.replace('%', topicEn)}${markup ? ', No. 2' : ''}`,
    longFr: `${longFr.replace('%', topicFr)}${markup ? ', n<Sup>o</Sup> 2' : ''}`,
    shortEn: named ? `${capital(topicEn.replace(/^the /, ''))} Act` : '',
    shortFr: named ? `Loi touchant ${topicFr}` : '',
    aimEn: `This enactment sets out measures respecting ${topicEn} and requires a report on them to be tabled in each House of Parliament.`,
    aimFr: `Le texte prévoit des mesures concernant ${topicFr} et exige le dépôt d'un rapport devant chaque chambre du Parlement.`,
    sector,
  };
}

const proForma = (longEn: string, longFr: string): Titles => ({
  longEn,
  longFr,
  shortEn: '',
  shortFr: '',
  aimEn: '',
  aimFr: '',
  sector: '',
});

/** Titles of the pro forma bills, by chamber. */
export const PRO_FORMA: Record<'C' | 'S', Titles> = {
  C: proForma(
    'An Act respecting the administration of oaths of office',
    "Loi concernant la prestation de serments d'office",
  ),
  S: proForma('An Act relating to railways', 'Loi concernant les chemins de fer'),
};
