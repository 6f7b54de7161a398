import { ServiceError } from './errors.ts';

/**
 * Loads a module that is too large for the loader from the server. Rejects with ServiceError.
 * @param home address of the script, or of its folder
 */
export function loadScript<Module>(home: string, name: 'doctor' | 'sign-in'): Promise<Module> {
  return import(/* @vite-ignore */ new URL(`${name}.mjs`, home).href).catch(({ message }: Error) => {
    throw new ServiceError('unreachable', `${name}.mjs could not be loaded: ${message}`);
  });
}
