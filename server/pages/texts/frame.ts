/** Texts on every page. */
import {SERVICE} from '../../../datasets/labels/service.ts';
import type {Texts} from './types.ts';

export const FRAME = {
  service: SERVICE,
  skip: {en: 'Skip to content', fr: 'Passer au contenu'},
  language: {en: 'Language', fr: 'Langue'},
  other_language: {en: 'Français', fr: 'English'},
  synthetic: {
    en: 'The data of this service is generated for demonstration: no government published it.',
    fr: 'Les données de ce service sont générées à des fins de démonstration\u00a0: aucun gouvernement ne les a publiées.',
  },
  docs: {en: 'API reference', fr: 'Référence de l’API'},
  to_account: {en: 'Go to your account', fr: 'Aller à votre compte'},
} as const satisfies Texts;
