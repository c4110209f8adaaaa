/** Texts of error pages. */
import type {Labels} from '../../../datasets/labels/label.ts';

export const ERROR_TEXTS = {
  not_found: {en: 'Page not found', fr: 'Page introuvable'},
  not_found_why: {en: 'There is nothing at this address.', fr: 'Il n’y a rien à cette adresse.'},
  method: {en: 'This page takes no such request', fr: 'Cette page n’accepte pas cette requête'},
  method_why: {en: 'Nothing was changed.', fr: 'Rien n’a été modifié.'},
  origin: {en: 'The form was not accepted', fr: 'Le formulaire n’a pas été accepté'},
  origin_why: {
    en: 'It was not sent from these pages. Open them at {origin} and try again.',
    fr: 'Il n’a pas été envoyé depuis ces pages. Ouvrez-les à l’adresse {origin} et réessayez.',
  },
  token: {en: 'The form is out of date', fr: 'Le formulaire n’est plus à jour'},
  token_why: {
    en: 'You signed in or out since the page was opened, or your browser refuses cookies. Open the page anew and try again.',
    fr: 'Vous vous êtes connecté ou déconnecté depuis l’ouverture de la page, ou votre navigateur refuse les témoins. Ouvrez la page à nouveau et réessayez.',
  },
  too_large: {en: 'The form is too large', fr: 'Le formulaire est trop volumineux'},
  too_large_why: {
    en: 'Nothing was changed. Forms may hold 16 KB.',
    fr: 'Rien n’a été modifié. Un formulaire peut contenir 16 Ko.',
  },
  not_a_form: {en: 'The form cannot be read', fr: 'Le formulaire est illisible'},
  not_a_form_why: {
    en: 'It was sent in another form than these pages send it. Nothing was changed.',
    fr: 'Il a été envoyé sous une autre forme que celle de ces pages. Rien n’a été modifié.',
  },
  guesses: {en: 'Too many failed attempts', fr: 'Trop de tentatives infructueuses'},
  guesses_why: {
    en: 'For your safety, sign-in is paused for this e-mail or address. Try again in {minutes} min.',
    fr: 'Par sécurité, la connexion est suspendue pour ce courriel ou cette adresse. Réessayez dans {minutes} min.',
  },
  sign_ups: {en: 'Too many new accounts', fr: 'Trop de nouveaux comptes'},
  sign_ups_why: {
    en: 'Many accounts were asked for from your network. Try again in {minutes} min.',
    fr: 'De nombreux comptes ont été demandés depuis votre réseau. Réessayez dans {minutes} min.',
  },
  busy: {en: 'One moment, please', fr: 'Un instant, s’il vous plaît'},
  busy_why: {
    en: 'Many people are signing in right now. Nothing was changed. Try again in {seconds} s.',
    fr: 'Beaucoup de personnes se connectent en ce moment. Rien n’a été modifié. Réessayez dans {seconds} s.',
  },
  to_account: {en: 'Go to your account', fr: 'Aller à votre compte'},
  fault: {en: 'Something went wrong here', fr: 'Une erreur s’est produite ici'},
  fault_why: {en: 'Try again in a moment.', fr: 'Réessayez dans un instant.'},
} as const satisfies Labels;
