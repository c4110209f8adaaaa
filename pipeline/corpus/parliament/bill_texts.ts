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
}

/** Topic in English and French, with the article that its French name takes after `concernant`. */
const TOPICS = tabled(`
  harbour lights and navigation | les feux de port et la navigation
  housing for seniors | le logement des aînés
  the health of migratory birds | la santé des oiseaux migrateurs
  rural broadband | les services à large bande en milieu rural
  the employment of apprentices | l'emploi des apprentis
  fisheries on the northern coast | les pêches de la côte nord
  ferries and railways | les traversiers et les chemins de fer
  clean drinking water | l'eau potable
  veterans and their families | les anciens combattants et leur famille
  the taxation of heritage buildings | l'impôt sur les bâtiments patrimoniaux
  privacy in online services | la vie privée dans les services en ligne
  the labelling of maple products | l'étiquetage des produits de l'érable
  organ donation | le don d'organes
  small museums | les petits musées
  electricity from tides | l'électricité des marées
  the voting of students abroad | le vote des étudiants à l'étranger
  Indigenous languages in schools | les langues autochtones à l'école
  artificial intelligence in hospitals | l'intelligence artificielle dans les hôpitaux
  grain elevators | les silos à grains
  search and rescue volunteers | les bénévoles en recherche et sauvetage
  the immigration of nurses | l'immigration des infirmiers
  credit card fees | les frais de carte de crédit
  wild salmon | le saumon sauvage
  the recycling of fishing gear | le recyclage des engins de pêche
  official languages in the territories | les langues officielles dans les territoires
  airports in remote communities | les aéroports des collectivités éloignées
  the pensions of lighthouse keepers | les pensions des gardiens de phare
  dementia care | les soins aux personnes atteintes de démence
  wildfires and firefighters | les feux de forêt et les pompiers
  national parks in winter | les parcs nationaux en hiver
  broadcasting in small towns | la radiodiffusion dans les petites villes
  farm succession | la relève agricole
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
  const [topicEn = '', topicFr = ''] = at(TOPICS, index);
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
  };
}

export const PRO_FORMA: Record<'C' | 'S', Titles> = {
  C: {
    longEn: 'An Act respecting the administration of oaths of office',
    longFr: "Loi concernant la prestation de serments d'office",
    shortEn: '',
    shortFr: '',
    aimEn: '',
    aimFr: '',
  },
  S: {
    longEn: 'An Act relating to railways',
    longFr: 'Loi concernant les chemins de fer',
    shortEn: '',
    shortFr: '',
    aimEn: '',
    aimFr: '',
  },
};
