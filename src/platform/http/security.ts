import type { IncomingHttpHeaders } from 'node:http'

/** A year, of answers that a proxy in front carries over TLS (`isOverTls`); none over plain HTTP. */
export const HSTS = 'max-age=31536000'

/** Headers of every answer, for the browser. */
const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Name, value, name, value …, as Node writes them out fastest. */
export const API_HEADERS: readonly string[] = Object.entries({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...COMMON,
}).flat()

export const PAGE_HEADERS: readonly string[] = Object.entries({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  ...COMMON,
}).flat()

/**
 * True if a request comes from a page of this server, or from no page at all (threat T07). A browser says so
 * in Sec-Fetch-Site, which pages cannot forge; an older one at least sends Origin, which must be the host
 * that was asked.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
