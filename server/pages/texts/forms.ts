/** Texts of forms: names, fields, errors and confirmations. */
import type {Labels} from '../../../datasets/labels/label.ts';

export const FORM_TEXTS = {
  sign_in: {en: 'Sign in', fr: 'Se connecter'},
  sign_up: {en: 'Create an account', fr: 'Créer un compte'},
  sign_up_button: {en: 'Sign up', fr: 'S’inscrire'},
  sign_out: {en: 'Sign out', fr: 'Se déconnecter'},
  password_change: {en: 'Change password', fr: 'Changer le mot de passe'},
  email: {en: 'E-mail', fr: 'Courriel'},
  password: {en: 'Password', fr: 'Mot de passe'},
  old_password: {en: 'Current password', fr: 'Mot de passe actuel'},
  new_password: {en: 'New password', fr: 'Nouveau mot de passe'},
  password_hint: {en: '{shortest} to {longest} characters.', fr: 'De {shortest} à {longest} caractères.'},
  problem: {en: 'There is a problem', fr: 'Il y a un problème'},
  error: {en: 'Error: {what}', fr: 'Erreur\u00a0: {what}'},
  bad_credentials: {
    en: 'E-mail or password is not correct.',
    fr: 'Le courriel ou le mot de passe est incorrect.',
  },
  bad_email: {
    en: 'Enter an e-mail address like name@example.org.',
    fr: 'Entrez une adresse comme nom@example.org.',
  },
  bad_password: {
    en: 'Enter a password of {shortest} to {longest} characters.',
    fr: 'Entrez un mot de passe de {shortest} à {longest} caractères.',
  },
  bad_old_password: {
    en: 'The current password is not correct.',
    fr: 'Le mot de passe actuel est incorrect.',
  },
  taken: {
    en: 'There is an account with this e-mail already. Sign in instead.',
    fr: 'Un compte existe déjà avec ce courriel. Connectez-vous plutôt.',
  },
  signed_up: {en: 'Your account is ready.', fr: 'Votre compte est prêt.'},
  signed_out: {en: 'You are signed out.', fr: 'Vous êtes déconnecté.'},
  not_signed_in: {
    en: 'Sign in first. Nothing was changed.',
    fr: 'Connectez-vous d’abord. Rien n’a été modifié.',
  },
  password_changed: {
    en: 'Your password was changed. All other browsers are signed out.',
    fr: 'Votre mot de passe a été changé. Tous les autres navigateurs sont déconnectés.',
  },
  keys_full: {
    en: 'There are two active keys already. Replace or revoke one of them.',
    fr: 'Il y a déjà deux clés actives. Remplacez ou révoquez l’une d’elles.',
  },
  key_missing: {en: 'That key is not active any more.', fr: 'Cette clé n’est plus active.'},
  key_revoked: {
    en: 'The key was revoked and is refused from now on.',
    fr: 'La clé a été révoquée et sera désormais refusée.',
  },
  grant_revoked: {en: 'The client was disconnected.', fr: 'Le client a été déconnecté.'},
  grant_missing: {en: 'This client is not connected.', fr: 'Ce client n’est pas connecté.'},
} as const satisfies Labels;
