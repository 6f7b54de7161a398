import type { FetchResponse, MaybeOptionalInit, Middleware, ParseAs } from 'openapi-fetch';

type Method = 'get' | 'put' | 'post' | 'delete' | 'head' | 'patch';

/** The paths that have an operation of a method. */
type PathOf<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [K in M]: object } ? Path : never;
}[keyof Paths];

/** The operation of a path and a method. */
type Operation<Paths, Path extends keyof Paths, M extends Method> = Paths[Path] extends {
  [K in M]: infer Found extends Record<string | number, unknown>;
}
  ? Found
  : never;

/** What an operation is called with, `parseAs` aside. */
type Init<Paths, Path extends keyof Paths, M extends Method> = Paths[Path] extends { [K in M]: object }
  ? MaybeOptionalInit<Paths[Path], M>
  : never;
type Exact<Options, More> = Omit<NonNullable<Options>, 'parseAs'> & More;

/** As the caller may leave it out where nothing in it is required. */
type Arguments<Options> = undefined extends Options
  ? [init?: Exact<Options, { parseAs?: 'json' }>]
  : [init: Exact<Options, { parseAs?: 'json' }>];

type Answer<Found extends Record<string | number, unknown>, As extends ParseAs> = Promise<
  FetchResponse<Found, { parseAs: As }, `${string}/${string}`>
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

/**
 * The calls of openapi-fetch, held to the OpenAPI document exactly: its own types take any further field, so that a typo in
 * a body or a parameter would compile.
 */
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
