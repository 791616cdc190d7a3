import type { Envelope } from '#wire/envelope.ts'

/** The envelope in an answer's text, or null (a proxy's page, an empty body). */
export function envelopeOf(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number'
      ? {
          code: value.code,
          msg: 'msg' in value && typeof value.msg === 'string' ? value.msg : '',
          data: 'data' in value ? value.data : null,
        }
      : null
  } catch {
    return null
  }
}
