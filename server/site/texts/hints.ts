/** Texts of the hints on empty lists and searches. */
import {label} from '../../../datasets/labels/label.ts';

export const HINTS = {
  no_match: label(
    'Nothing at all matches “{value}” as “{what}”.',
    'Rien du tout ne correspond à «\u00a0{value}\u00a0» pour «\u00a0{what}\u00a0».',
  ),
  blank: label('“{what}” is not published there.', 'Le champ «\u00a0{what}\u00a0» n’y est pas publié.'),
  outside_period: label('The records are of {from} to {to}.', 'Les fiches vont du {from} au {to}.'),
  nearest: label('There is:', 'Il y a\u00a0:'),
  loosen: label('Without “{what}” there are {count}.', 'Sans «\u00a0{what}\u00a0», il y en a {count}.'),
  loosen_both: label(
    'Without “{what}” and “{other}” there are {count}.',
    'Sans «\u00a0{what}\u00a0» ni «\u00a0{other}\u00a0», il y en a {count}.',
  ),
  newest_without: label('The newest of them is of {day}.', 'La plus récente est du {day}.'),
  oldest_without: label('The oldest of them is of {day}.', 'La plus ancienne est du {day}.'),
} as const;
