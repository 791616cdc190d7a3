import { pino, type Logger } from 'pino'

export type Log = Logger
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Lines of JSON on standard error, so that standard output keeps to what a person reads. Members are named by id only:
 * the fields below must never carry a value, whoever passes them (threat T26).
 */
export const openLog = (level: LogLevel): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['token', 'password', 'mobile', 'code', '*.token', '*.password', '*.mobile', '*.code', 'req', 'headers'],
        censor: '[hidden]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  )
