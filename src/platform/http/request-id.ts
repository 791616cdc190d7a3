import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Addresses } from './address.ts'

export const REQUEST_ID = 'x-request-id'

/** Forms that proxies make: 32 hexadecimal digits (nginx) or a UUID. Nothing of a person fits into them. */
const WELL_FORMED = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/**
 * The id of a request, in the headers of its answer and in every line that is logged about it: a well-formed
 * `X-Request-Id` of a proxy of `PROXY`, else one of our own.
 */
export function requestIdOf(incoming: IncomingMessage, addresses: Pick<Addresses, 'isProxy'>): string {
  const given = incoming.headers[REQUEST_ID]
  return typeof given === 'string' && WELL_FORMED.test(given) && addresses.isProxy(incoming)
    ? given
    : newRequestId()
}

/** The id of an answer that no proxy has named. */
export const newRequestId = (): string => randomUUID()
