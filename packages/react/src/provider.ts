'use client';
import { type InitOptions, Service, type ServiceErrorDetail } from '@ringbinder/sdk';
import {
  createContext,
  createElement,
  type FunctionComponent,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { optionsOf, type ServiceProviderProps } from './props.ts';
import { createProviderSession } from './provider-session.ts';

export interface ServiceContext {
  service: typeof Service;
  /**
   * - `waiting`: `init` has not run or has failed.
   * - `begun`: no token yet.
   * - `signed in`: a token or an identity provider exists.
   */
  state: 'waiting' | 'begun' | 'signed in';
  fail(error: ServiceErrorDetail): void;
}

const Context = createContext<ServiceContext | undefined>(undefined);

export function useServiceContext(): ServiceContext {
  const context = useContext(Context);
  if (!context) throw new Error('a component of @ringbinder/react must be inside a ServiceProvider');
  return context;
}

/** Throws outside a ServiceProvider. */
export function useService(): typeof Service {
  return useServiceContext().service;
}

/**
 * If only the token changes, open modules use the new token. To change the user, change the provider's `key`.
 */
export const ServiceProvider: FunctionComponent<ServiceProviderProps> = (props) => {
  const { children, service = Service, accessToken, ...rest } = props;
  const [fetched, setFetched] = useState<string>();
  const [session] = useState(() => createProviderSession(setFetched));
  const [state, setState] = useState<ServiceContext['state']>('waiting');
  const isFetching = typeof accessToken === 'function';
  const token = isFetching ? fetched : accessToken || undefined;
  const options = JSON.stringify(optionsOf(rest));
  const isNamed = Boolean(rest.partnerId || rest.orgId || rest.idpId);

  useEffect(() => session.take(props));
  useEffect(() => {
    if (isFetching) void session.fetch();
    else setFetched(undefined);
  }, [session, isFetching]);
  useEffect(() => {
    let isRefused = false;
    service.init({
      ...(JSON.parse(options) as InitOptions),
      ...(token !== undefined && { access_token: token }),
      sdk_version: 4,
      invalid_token: session.renew,
      error(error: ServiceErrorDetail) {
        isRefused = true;
        session.fail(error);
      },
    });
    const hasNone = token === undefined && (isFetching || !isNamed);
    setState(isRefused ? 'waiting' : hasNone ? 'begun' : 'signed in');
  }, [session, service, options, token, isFetching, isNamed]);

  const context = useMemo(() => ({ service, state, fail: session.fail }), [service, state, session]);
  return createElement(Context.Provider, { value: context }, children);
};
