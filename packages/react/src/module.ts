'use client';
import type { Handle } from '@ringbinder/sdk';
import {
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { type ModuleCall, type MountedModule, mountModule } from './mount-module.ts';
import type { ModuleProps } from './props.ts';
import { useServiceContext } from './provider.ts';
import { MODULE_ATTRIBUTE } from './sizes.ts';

interface ModuleParts {
  call: ModuleCall;
  alone?: ModuleCall;
  live?: readonly string[];
}

/** The ref holds the module's handle. */
export type ModuleComponent<Props> = ForwardRefExoticComponent<Props & RefAttributes<Handle>>;

const LOOKS = ['theme', 'dir', 'access_token'];

/** A server renders an empty element. */
export function defineModule<Props extends ModuleProps>(
  name: string,
  { call: together, alone = together, live = [] }: ModuleParts,
): ModuleComponent<Props> {
  const followed = [...LOOKS, ...live];
  const Module = forwardRef<Handle, ModuleProps & { alone?: boolean }>((props, ref) => {
    const { className, id, height, style } = props;
    const call = props.alone ? alone : together;
    const context = useServiceContext();
    const element = useRef<HTMLDivElement>(null);
    const mounted = useRef<MountedModule>(undefined);
    const [handle, setHandle] = useState<Handle | null>(null);
    useImperativeHandle(ref, () => handle as Handle, [handle]);
    useEffect(() => {
      if (!element.current) return undefined;
      const instance = mountModule({ call, followed, element: element.current, onHandle: setHandle });
      mounted.current = instance;
      return () => instance.end();
    }, [call]);
    useEffect(() => mounted.current?.draw(props, context));
    return createElement('div', {
      ref: element,
      className,
      id,
      [MODULE_ATTRIBUTE]: together,
      style: height === undefined ? style : { blockSize: height, ...style },
    });
  });
  Module.displayName = name;
  return Module as unknown as ModuleComponent<Props>;
}
