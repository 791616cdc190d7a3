import type { Json } from '#kernel/hash.ts'
import type { Envelope } from '#wire/envelope.ts'

/** A request of a route, with what it is answered when it is done, and one refusal of it. */
export type RouteExample = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  input?: Json
  output: Json
  refused?: { rejection: string; detail: Readonly<Record<string, number | string>> }
}

/** Of a module's routes, by their names. */
export type RouteExamples = Readonly<Record<string, RouteExample>>

/** The same as the document shows it: both answers whole, in English. */
export type ShownExample = Pick<RouteExample, 'params' | 'query' | 'input'> & {
  done: Envelope
  refused?: Envelope
}
