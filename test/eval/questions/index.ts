/** All questions, in the order in which they are asked. */
import type {Question} from '../types.ts';
import {contracts} from './contracts.ts';
import {grants} from './grants.ts';
import {lobbying} from './lobbying.ts';
import {overall} from './overall.ts';
import {parliament} from './parliament.ts';
import {permits} from './permits.ts';
import {suppliers} from './suppliers.ts';

export const QUESTIONS: readonly Question[] = [
  ...contracts,
  ...suppliers,
  ...grants,
  ...lobbying,
  ...parliament,
  ...permits,
  ...overall,
];
