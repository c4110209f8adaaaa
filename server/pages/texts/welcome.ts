/** Texts of the welcome page. */
import type {Labels} from '../../../datasets/labels/label.ts';

export const WELCOME = {
  title: {en: 'Your account', fr: 'Votre compte'},
  lead: {
    en: 'Canadian public data over one API: contracts, grants, lobbying, Parliament, building permits and zoning. An account gives you a key and shows what you use.',
    fr: 'Les données publiques canadiennes par une seule API\u00a0: contrats, subventions, lobbying, Parlement, permis de construire et zonage. Un compte vous donne une clé et montre votre utilisation.',
  },
  to_client: {
    en: 'A tool asks for access to your account. Sign in or create an account to go on.',
    fr: 'Un outil demande l’accès à votre compte. Connectez-vous ou créez un compte pour continuer.',
  },
  free: {
    en: 'New accounts have the Free tier: {month} requests a month, {day} a day, {minute} a minute.',
    fr: 'Les nouveaux comptes ont le forfait Gratuit\u00a0: {month} requêtes par mois, {day} par jour, {minute} par minute.',
  },
  tiers: {en: 'Tiers', fr: 'Forfaits'},
  a_month: {en: 'Requests a month', fr: 'Requêtes par mois'},
  a_day: {en: 'a day', fr: 'par jour'},
  a_minute: {en: 'a minute', fr: 'par minute'},
  lost: {
    en: 'Forgot your password? Ask the operator of this service for a one-time password.',
    fr: 'Mot de passe oublié? Demandez un mot de passe à usage unique à l’exploitant du service.',
  },
} as const satisfies Labels;
