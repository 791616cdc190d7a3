import { describe, expect, it } from 'vitest'
import {
  cookieName,
  isOwnPage,
  sessionOfAnswer,
  setCookie,
  tokenIn,
  withConsoleSession,
} from './console-session.ts'

describe('the cookie of the console', () => {
  it('is bound to one host over TLS, and to one port without', () => {
    expect(cookieName(true, 'desk.example')).toBe('__Host-console')
    expect(cookieName(true, 'desk.example:8443')).toBe('__Host-console')
    expect(cookieName(false, 'localhost:8080')).toBe('console-8080')
    expect(cookieName(false, 'localhost')).toBe('console')
  })
  it('is read by no script, sent by no other site, and ends with the browser', () => {
    expect(setCookie('__Host-console', 'op-1', true)).toBe(
      '__Host-console=op-1; Path=/; HttpOnly; SameSite=Strict; Secure',
    )
    expect(setCookie('console-8080', null, false)).toBe(
      'console-8080=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    )
  })
  it('is found among others, and nowhere where two have its name', () => {
    expect(tokenIn('a=1; console-8080=op-1; b=2', 'console-8080')).toBe('op-1')
    expect(tokenIn('a=1', 'console-8080')).toBe('')
    expect(tokenIn(undefined, 'console')).toBe('')
    expect(tokenIn('console=op-1; console=op-2', 'console')).toBe('')
    expect(tokenIn('xconsole=op-1', 'console')).toBe('')
  })
  it('goes with an answer, or stays as it is', () => {
    expect(sessionOfAnswer(withConsoleSession({ a: 1 }, 'op-1'))).toBe('op-1')
    expect(sessionOfAnswer(withConsoleSession({ a: 1 }, null))).toBeNull()
    expect(sessionOfAnswer({ a: 1 })).toBeUndefined()
    expect(sessionOfAnswer(null)).toBeUndefined()
  })
})

const host = 'localhost:8080'
it.each([
  ['a page of the console', { 'sec-fetch-site': 'same-origin' }, true, true],
  ['another port of the host', { 'sec-fetch-site': 'same-site' }, false, false],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false, false],
  ['an address that was typed', { 'sec-fetch-site': 'none' }, false, false],
  ['an older browser, at home', { origin: 'http://localhost:8080' }, true, true],
  ['an older browser, elsewhere', { origin: 'http://localhost:9090' }, false, false],
  ['an older browser, nowhere', { origin: 'null' }, false, false],
  ['who does not say', {}, true, false],
] as const)('asks by the cookie: %s', (_who, headers, reads, writes) => {
  expect(isOwnPage({ host, ...headers }, false)).toBe(reads)
  expect(isOwnPage({ host, ...headers }, true)).toBe(writes)
})
