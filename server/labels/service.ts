/** The name of the service, as people read it. */
import {label} from './label.ts';

export const SERVICE = label('Federal Public Data', 'Données publiques fédérales');
