/**
 * Titles of the pages of the site's own, by path below the language, and words that people look for them by.
 */
import {type Label, label} from './label.ts';

export const PAGES = {
  '/': {
    title: label('Canadian public data', 'Données publiques canadiennes'),
    words: label('home start', 'accueil début'),
  },
  '/about': {
    title: label('About the data', 'À propos des données'),
    words: label('sources licences methods limits', 'sources licences méthodes limites'),
  },
  '/docs': {
    title: label('API reference', 'Référence de l’API'),
    words: label('developers programs code', 'développement programmes code'),
  },
  '/map': {
    title: label('Map', 'Carte'),
    words: label('zoning zones permits', 'zonage zones permis'),
  },
  '/zone': {
    title: label('Zones', 'Zones'),
    words: label('zoning by-law bylaw land use', 'zonage règlement utilisation du sol'),
  },
  '/privacy': {
    title: label('Privacy', 'Confidentialité'),
    words: label('personal data cookies', 'données personnelles témoins'),
  },
  '/terms': {
    title: label('Terms of use', 'Conditions d’utilisation'),
    words: label('conditions reuse licence', 'réutilisation licence'),
  },
} as const satisfies Record<string, {title: Label; words: Label}>;
