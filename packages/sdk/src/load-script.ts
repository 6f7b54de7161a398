import { ServiceError } from './errors.ts';

/**
 * Loads what is too large for the loader from where the server has it. Rejects with ServiceError.
 * @param home the address of the script, or of its folder
 */
export function loadScript<Module>(home: string, name: 'doctor' | 'sign-in'): Promise<Module> {
  return import(/* @vite-ignore */ new URL(`${name}.mjs`, home).href).catch(({ message }: Error) => {
    throw new ServiceError('unreachable', `${name}.mjs could not be loaded: ${message}`);
  });
}
