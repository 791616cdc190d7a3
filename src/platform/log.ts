import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Lines of JSON on standard error, so that standard output keeps to what a person reads. Members are named by
 * id only: the fields below must never carry a value, whoever passes them (threat T26).
 */
export const openLog = (level: LogLevel, to: DestinationStream = standardError()): Log =>
  pino(
    {
      level,
      base: undefined,
      serializers: { err: told },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'token',
          'password',
          'mobile',
          'code',
          '*.token',
          '*.password',
          '*.mobile',
          '*.code',
          'req',
          'headers',
        ],
        censor: '[hidden]',
      },
    },
    to,
  )

/**
 * The part of an error that is told. PostgreSQL's carry more: `detail` and `where` repeat the values of the
 * row. `fault`: its code, which is no member's.
 */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name: type, message, stack, cause } = error
  return {
    type,
    message,
    stack,
    ...('code' in error ? { fault: error.code } : {}),
    ...(cause === undefined ? {} : { cause: told(cause) }),
  }
}

/** A terminal or a pipe that is gone loses lines and ends nothing. */
function standardError(): DestinationStream {
  const to = pino.destination({ dest: 2, sync: false })
  return to.on('error', () => {})
}
