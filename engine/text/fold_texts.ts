/** Folds the texts of an array. */
import {fold} from '../../datasets/rules/text.ts';
import {type StringArray, StringArrayBuilder, stringAt} from './string_array.ts';

/** The folded texts, in their order. */
export function foldTexts(texts: StringArray): StringArray {
  const all = new StringArrayBuilder('folded texts');
  for (let i = 0; i + 1 < texts.offsets.length; i++) all.add(Buffer.from(fold(stringAt(texts, i))));
  return all.build();
}
