/** Opens the object store that a setting names. */
import type {ObjectStore} from './object_store.ts';

/**
 * Throws with the setting's name and the remedy. The SDK is loaded only where a store is used: it takes a
 * quarter of a second.
 */
export async function openStore(location: string, setting: string): Promise<ObjectStore> {
  const {openS3} = await import('./s3_store.ts');
  return openS3(location, setting);
}
