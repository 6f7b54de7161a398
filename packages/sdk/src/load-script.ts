import { ServiceError } from './errors.ts';

/** @param home the address of the SDK's script or folder */
export function loadScript<Module>(home: string, name: 'doctor' | 'sign-in'): Promise<Module> {
  return import(/* @vite-ignore */ new URL(`${name}.mjs`, home).href).catch(({ message }: Error) => {
    throw new ServiceError('unreachable', `${name}.mjs could not be loaded: ${message}`);
  });
}
