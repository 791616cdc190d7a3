import type { MalformedData, RefusalData } from '#wire/envelope.ts'

/**
 * `refused`: a rule said no. `malformed`: the contract did (`fields`). `session`: 401. `server`: every other
 * answer that is not a success. `network`, `timeout`: no answer, and nothing was written. `unknown`: a write
 * whose outcome could not be learned.
 */
export type CallErrorKind = 'refused' | 'malformed' | 'session' | 'network' | 'timeout' | 'server' | 'unknown'

/** A call that did not succeed. `msg` is a sentence for the member, in the language of the call. */
export class CallError<Code extends string = string> extends Error {
  override name = 'CallError'
  readonly kind: CallErrorKind
  /** The envelope's code, or 0 where there was no answer. */
  readonly code: number
  readonly msg: string
  readonly data: unknown
  /** Seconds after which the server asks to be tried again. */
  readonly retryAfter: number | null

  constructor(
    kind: CallErrorKind,
    code: number,
    msg: string,
    data: unknown = null,
    retryAfter: number | null = null,
  ) {
    super(msg)
    this.kind = kind
    this.code = code
    this.msg = msg
    this.data = data
    this.retryAfter = retryAfter
  }

  /** The named refusal, or null. */
  get rejection(): Code | null {
    return this.kind === 'refused' ? (((this.data as RefusalData | null)?.rejection as Code) ?? null) : null
  }
  /** The figures of the refusal. */
  get detail(): RefusalData['detail'] {
    return this.kind === 'refused' ? ((this.data as RefusalData | null)?.detail ?? {}) : {}
  }
  /** The fields that were malformed, and why. */
  get fields(): MalformedData['fields'] {
    return this.kind === 'malformed' ? ((this.data as MalformedData | null)?.fields ?? []) : []
  }
}
