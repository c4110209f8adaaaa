/** Descriptions of work, whose words come often, now and then, and hardly ever. */
import {listed} from '../lists.ts';
import type {Random} from '../prng.ts';
import {STEMS} from '../vocabulary/vendor_words.ts';

/** Common ones first: later ones are ever rarer. */
const FEATURES = listed(`
  attached garage, rear deck, front porch, covered patio, gas fireplace, walkout, carport, skylight,
  heat pump, bay window, retaining wall, side entrance, solar panels, storage shed, gazebo, wheelchair ramp,
  trellis, elevator, loading dock, sprinkler room, bicycle room, green roof, sauna, pergola, wine cellar,
  rain cistern, mezzanine, spiral stair, greenhouse, weather vane, bell tower, observatory, dovecote, orangery
`);
const BUILDINGS = listed(`
  single detached dwelling, semi-detached dwelling, row house, duplex, laneway house, apartment building, retail store,
  restaurant, office, warehouse, school, daycare, dental clinic, bakery, church, brewery, theatre, veterinary clinic,
  car wash, fire hall, laundromat, curling rink, planetarium, lighthouse
`);
const SIZES = listed(
  'one storey, two storey, 2-storey, three storey, 4 storey, six storey, 12 storey, 31 storey',
);
const TRAITS = listed(
  'kitchen, bathroom, bedrooms, lobby, washrooms, ceiling, partitions, stairs, roof, windows',
);

const FEATURES_FR = listed(`
  garage attenant, terrasse arrière, balcon, galerie, clôture, escalier extérieur, fenêtres, porte-fenêtre, cuisine,
  salle de bain, toiture, fondation, drain français, enseigne, remise, puits de lumière, lucarne, abri d'auto,
  toit vert, verrière, ascenseur, pergola, cave à vin, serre, clocher, observatoire, pigeonnier
`);
const BUILDINGS_FR = listed(`
  habitation unifamiliale, duplex, triplex, immeuble de 6 logements, commerce de détail, restaurant, bureau, entrepôt,
  école, garderie, clinique dentaire, boulangerie, église, microbrasserie, théâtre, buanderie, planétarium
`);

/** An item of a list, the first ones far more often. */
const skewed = (means: Random, list: readonly string[]): string =>
  list[Math.floor(list.length * means.next() ** 2.4)] ?? '';

const FUNDS = listed(
  'Renewal, Discovery, Rural Transit, Northern Partnership, Clean Water, Insight, Training',
);
const FORMS = listed('Fund, Program - Individual, Stream, Initiative');

/** The name of a program that pays for something. */
export const programName = (means: Random): string => `${skewed(means, FUNDS)} ${skewed(means, FORMS)}`;

/** Two or three different words of the trade. */
export const keywords = (means: Random): string[] => [
  ...new Set([skewed(means, FEATURES), means.pick(TRAITS), skewed(means, FEATURES)]),
];

/** Rarely somebody is named, so that some words stand in very few permits. */
const forWhom = (means: Random): string => (means.chance(0.12) ? ` for ${means.pick(STEMS)}` : '');

const ENGLISH: readonly ((means: Random) => string)[] = [
  (means) =>
    `Construct a ${skewed(means, SIZES)} ${skewed(means, BUILDINGS)} with ${skewed(means, FEATURES)}`,
  (means) =>
    `Interior alterations to ${skewed(means, BUILDINGS)}: ${skewed(means, TRAITS)} and ${skewed(means, FEATURES)}`,
  (means) =>
    `Construct a ${skewed(means, SIZES)} rear addition to ${skewed(means, BUILDINGS)} and ${skewed(means, FEATURES)}`,
  (means) => `Demolish a ${skewed(means, BUILDINGS)} and ${skewed(means, FEATURES)}`,
  (means) =>
    `Change of use from ${skewed(means, BUILDINGS)} to ${skewed(means, BUILDINGS)}, ${skewed(means, TRAITS)}`,
  (means) => `Hoarding and scaffold at ${skewed(means, BUILDINGS)}, ${skewed(means, FEATURES)}`,
];

const FRENCH: readonly ((means: Random) => string)[] = [
  (means) => `Construire un bâtiment, ${skewed(means, BUILDINGS_FR)}, avec ${skewed(means, FEATURES_FR)}`,
  (means) => `Rénover : ${skewed(means, FEATURES_FR)}, ${skewed(means, BUILDINGS_FR)}`,
  (means) => `Agrandir : ${skewed(means, BUILDINGS_FR)}, avec ${skewed(means, FEATURES_FR)}`,
  (means) => `Démolir : ${skewed(means, BUILDINGS_FR)}`,
  (means) => `Changement d'usage : ${skewed(means, BUILDINGS_FR)} vers ${skewed(means, BUILDINGS_FR)}`,
  (means) => `Abattre un arbre près de : ${skewed(means, FEATURES_FR)}`,
];

/** A sentence on some work. */
export const describe = (means: Random, french: boolean): string =>
  means.pick(french ? FRENCH : ENGLISH)(means) + (french ? '' : forWhom(means));
