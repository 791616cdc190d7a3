import type * as z from 'zod/mini'

type Schema = z.ZodMiniType

/**
 * The callers allowed: anyone, a logged-in member, or an operator signed in to the console (paths below
 * `/console/`).
 */
export type Access = 'public' | 'member' | 'operator'

/** Writes of a session are limited by these, each by itself (security-and-trust 6). */
export type Lane = 'orders' | 'cancels' | 'writes'

/** The reach of an API key: to read what is the member's, and to trade. Neither lets money leave. */
export const API_KEY_SCOPES = ['read', 'trade'] as const
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

/** The parts of the console that a key of the firm may read (decision 0179). None lets it do anything. */
export const OPERATOR_KEY_SCOPES = ['figures', 'money', 'orders', 'ledger'] as const
export type OperatorKeyScope = (typeof OPERATOR_KEY_SCOPES)[number]

export type RouteSpec<
  Input extends Schema,
  Query extends Schema,
  Params extends Schema,
  Output extends Schema,
  Code extends string,
> = {
  /** Verb and noun, unique in the product; also the command's type in the journal where there is one. */
  name: string
  method: 'GET' | 'POST'
  /** Below `/api`, with `{id}` places: `/orders/{id}/cancel`. */
  path: string
  access: Access
  /** Of an operator's route that reads: the roles that may; without them any operator. */
  roles?: readonly string[]
  /**
   * Of an operator's route that writes: the power that it is (`registry/powers.ts`). `asked`: the
   * one that the request names, weighed by `staff.act`. null: nothing but the operator's own session.
   */
  power?: string | null
  /** Signatures that the power's act needs before anything happens; one where it is left out. */
  signatures?: number
  /** The rate that a write of a session counts against; `writes` where it is left out. */
  lane?: Lane
  /** Gets through when much else does not: by it one gets out, of an order or with money. */
  urgent?: true
  /** A write of a session: needs `Idempotency-Key`. */
  keyed?: boolean
  /**
   * A money command, or a change of what protects the account (security-and-trust 2): a session that has a
   * device key signs it. `always`: it pays out, and outside the demo setting there is no doing it without
   * one.
   */
  signed?: 'by-device' | 'always'
  /**
   * The scope of an API key that may ask for it (`trade` may all that `read` may). Left out: no key may,
   * whatever its scope.
   */
  apiKey?: ApiKeyScope
  /**
   * Of an operator's route that reads: the scope of a key of the firm that may ask for it (`any`: whatever
   * its scopes). Left out: none may.
   */
  operatorKey?: OperatorKeyScope | 'any'
  /**
   * Its answer is the same for whoever asks: nothing in it is a secret that its length could tell, so it
   * travels compressed.
   */
  sameForAll?: boolean
  /**
   * Host names at which the route is served, if the console has one of its own. Left out: an operator's route
   * at the console's, any other at the app's.
   */
  site?: 'app' | 'console' | 'both'
  /** Served in the demo setting alone. */
  demoOnly?: boolean
  input?: Input
  query?: Query
  params?: Params
  output: Output
  /** Named refusals in the order in which they are checked. */
  rejections?: readonly Code[]
}

export type Route<
  Input extends Schema = Schema,
  Query extends Schema = Schema,
  Params extends Schema = Schema,
  Output extends Schema = Schema,
  Code extends string = string,
> = RouteSpec<Input, Query, Params, Output, Code>

export type InputOf<R> = R extends { input?: infer S } ? (S extends Schema ? z.output<S> : undefined) : never
export type QueryOf<R> = R extends { query?: infer S } ? (S extends Schema ? z.output<S> : undefined) : never
export type ParamsOf<R> = R extends { params?: infer S }
  ? S extends Schema
    ? z.output<S>
    : undefined
  : never
export type OutputOf<R> = R extends { output: infer S } ? (S extends Schema ? z.output<S> : never) : never
export type RejectionOf<R> = R extends { rejections?: readonly (infer C)[] } ? C : never

/** One route of the API. Server, client and the OpenAPI document read the same object. */
export const route = <
  const Name extends string,
  Input extends Schema = never,
  Query extends Schema = never,
  Params extends Schema = never,
  Output extends Schema = Schema,
  const Code extends string = never,
  const By extends Access = Access,
>(
  spec: RouteSpec<Input, Query, Params, Output, Code> & { name: Name; access: By },
) => spec
