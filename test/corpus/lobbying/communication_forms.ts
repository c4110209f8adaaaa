/** The CSV files of the communications archive. */
import source from '../../../datasets/lobbying_communications/sources/lobbying_communications.ts';
import type {FileForm} from '../files/csv.ts';
import {REGISTRATION_FORMS, registryForm} from './registration_forms.ts';

const bom = true;

/** By what the rows are. */
export const COMMUNICATION_FORMS = {
  primary: registryForm(source, 'Communication_Primary', 'primary', {bom}),
  officials: registryForm(source, 'Communication_Dpoh', 'officials'),
  subjects: registryForm(source, 'Communication_SubjectMatters', 'subjects', {bom}),
  details: registryForm(source, 'Communication_SubjectMatterDetails', 'subject_details', {
    encoding: 'windows-1252',
  }),
  codes: REGISTRATION_FORMS.codes,
} as const satisfies Record<string, FileForm>;

export type CommunicationFile = keyof typeof COMMUNICATION_FORMS;

export const COMMUNICATION_ZIP = 'synthetic-communications_ocl_cal.zip';
