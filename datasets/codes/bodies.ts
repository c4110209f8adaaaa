/**
 * All public bodies: federal institutions and other federal bodies, and the institutions that hold research
 * grants.
 */
import type {Body} from './body_table.ts';
import {DEPARTMENTS} from './departments.ts';
import {FEDERAL_BODIES} from './federal_bodies.ts';
import {RESEARCH_BODIES} from './research_bodies.ts';

export const BODIES: readonly Body[] = [...DEPARTMENTS, ...FEDERAL_BODIES, ...RESEARCH_BODIES];

/** Every name of a body in both languages, acronyms aside; some come up twice. */
export const namesOf = ({en, fr, also, kept}: Body): string[] => [en, fr, ...also, ...kept];

/** Every acronym of a body in both languages; some come up twice. */
export const acronymsOf = ({acronyms}: Body): string[] => [...acronyms.en, ...acronyms.fr];
