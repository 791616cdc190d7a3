import { randomUUID } from 'node:crypto'
import { STATUS } from '#wire/envelope.ts'
import type { Lang } from '#i18n/lang.ts'
import type { FaultName } from '#wire/system.ts'
import { isDamage } from '../database/damage.ts'
import { EngineError } from '../engine/engine.ts'
import type { Log } from '../log.ts'
import { Forbidden, NotFound, SessionOver, TooMany, Unavailable } from './route-handler.ts'
import type { Answer, Envelopes } from './envelope.ts'

export const RETRY_SOON: NonNullable<Answer['headers']> = [['retry-after', '1']]

/**
 * The answer to what was thrown. A named error is an ordinary answer; the rest is logged once, here, under
 * the reference given out.
 */
export function faultAnswer(
  {
    envelopes: say,
    log,
    sawDamage = () => {},
  }: { envelopes: Envelopes; log: Log; sawDamage?: (error: unknown) => void },
  error: unknown,
  at: { where: string; requestId: string },
  lang: Lang,
): Answer {
  if (error instanceof NotFound) return say.status(STATUS.notFound, 'notFound', lang)
  if (error instanceof Forbidden) return say.status(STATUS.forbidden, 'forbidden', lang)
  if (error instanceof SessionOver) return say.status(STATUS.unauthorized, 'sessionOver', lang)
  if (error instanceof TooMany) {
    return say.status(STATUS.tooMany, 'tooMany', lang, null, [
      ['retry-after', String(error.retryAfterSeconds)],
    ])
  }
  if (error instanceof Unavailable)
    return say.status(STATUS.unavailable, error.sentence, lang, error.data, RETRY_SOON)
  if (error instanceof EngineError) {
    if (error.code === 'KEY_REUSED')
      return say.status(STATUS.keyReused, 'keyReused', lang, { rejection: 'KEY_REUSED' })
    if (error.code === 'KEY_EXPIRED' || error.code === 'KEY_INVALID')
      return say.malformed(error.code, [{ path: 'Idempotency-Key', problem: error.code }], lang)
    return say.status(
      STATUS.unavailable,
      error.code === 'UNKNOWN' ? 'outcomeUnknown' : 'overloaded',
      lang,
      null,
      RETRY_SOON,
    )
  }
  const reference = randomUUID().slice(0, 8)
  log.error({ err: error, ...at, reference }, 'a request failed')
  if (isDamage(error)) {
    sawDamage(error)
    return say.status(
      STATUS.unavailable,
      'unavailable',
      lang,
      { reference, fault: 'storage-damaged' satisfies FaultName },
      RETRY_SOON,
    )
  }
  return isOutage(error)
    ? say.status(STATUS.unavailable, 'unavailable', lang, { reference }, RETRY_SOON)
    : say.status(STATUS.bug, 'bug', lang, { reference })
}

/**
 * The world failed, not the code: the database is away, or takes no more connections (SQLSTATE classes 08,
 * 53, 57).
 */
const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(08|53|57)\w{3}$|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/.test(error.code)
