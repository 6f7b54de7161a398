import type { FetchResponse, MaybeOptionalInit, Middleware, ParseAs } from 'openapi-fetch';

type Method = 'get' | 'put' | 'post' | 'delete' | 'head' | 'patch';

type PathOf<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [K in M]: object } ? Path : never;
}[keyof Paths];

type Operation<Paths, Path extends keyof Paths, M extends Method> = Paths[Path] extends {
  [K in M]: infer Responses extends Record<string | number, unknown>;
}
  ? Responses
  : never;

type Init<Paths, Path extends keyof Paths, M extends Method> = Paths[Path] extends { [K in M]: object }
  ? MaybeOptionalInit<Paths[Path], M>
  : never;
type Exact<Options, More> = Omit<NonNullable<Options>, 'parseAs'> & More;

type Arguments<Options> = undefined extends Options
  ? [init?: Exact<Options, { parseAs?: 'json' }>]
  : [init: Exact<Options, { parseAs?: 'json' }>];

type Answer<Responses extends Record<string | number, unknown>, As extends ParseAs> = Promise<
  FetchResponse<Responses, { parseAs: As }, `${string}/${string}`>
>;

interface ExactMethod<Paths, M extends Method> {
  <Path extends PathOf<Paths, M>>(
    path: Path,
    ...init: Arguments<Init<Paths, Path, M>>
  ): Answer<Operation<Paths, Path, M>, 'json'>;
  <Path extends PathOf<Paths, M>, As extends ParseAs>(
    path: Path,
    init: Exact<Init<Paths, Path, M>, { parseAs: As }>,
  ): Answer<Operation<Paths, Path, M>, As>;
}

/** Makes unknown fields a type error, unlike openapi-fetch. */
export interface ExactClient<Paths> {
  GET: ExactMethod<Paths, 'get'>;
  PUT: ExactMethod<Paths, 'put'>;
  POST: ExactMethod<Paths, 'post'>;
  DELETE: ExactMethod<Paths, 'delete'>;
  HEAD: ExactMethod<Paths, 'head'>;
  PATCH: ExactMethod<Paths, 'patch'>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}
