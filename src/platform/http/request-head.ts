import type { IncomingMessage } from 'node:http'
import type { Field } from './envelope.ts'
import { isOneHost } from './host.ts'

/** The statuses that a head can be refused with: malformed, or an expectation that nobody meets. */
type HeadProblem = Field & { status: 400 | 417 }

/**
 * The fault of a request's head, whatever it asks for; null: nothing. `target`: as it came, before it
 * was made a path. What Node refuses by itself has no envelope, so it is told to let it through to here.
 */
export function headProblem(
  { headers, rawHeaders, httpVersion }: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>,
  target: string,
): HeadProblem | null {
  if (!isOneHost(rawHeaders)) return { status: 400, path: 'Host', problem: 'given twice' }
  if (headers.host === undefined && httpVersion === '1.1')
    return { status: 400, path: 'Host', problem: 'missing' }
  // A browser keeps it to itself (RFC 9112, 3.2): behind it nobody knows where the address ends.
  if (target.includes('#')) return { status: 400, path: '', problem: 'a fragment in the address' }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return { status: 417, path: 'Expect', problem: 'nothing but 100-continue is met' }
  return null
}
