import { expect, it } from 'vitest'
import { isAtItsHost } from './server.ts'

it.each<[string, string, boolean]>([
  ['desk.example', '/console/', true], ['desk.example', '/console/approvals?at=x', true], ['desk.example', '/api/console/act', true], ['desk.example:8443', '/api/console/me', true],
  ['desk.example', '/api/health', true], ['desk.example', '/', false], ['desk.example', '/api/orders', false], ['desk.example', '/api/auth/login', false],
  ['app.example', '/', true], ['app.example', '/api/orders', true], ['app.example', '/console', false], ['app.example', '/console/', false], ['app.example', '/api/console/act', false],
  ['', '/api/console/act', false], ['desk.example.evil', '/api/console/act', false],
])('a console with a host name of its own: at %s, %s is served: %s', (host, url, served) => {
  expect(isAtItsHost('desk.example', { url, headers: { host } })).toBe(served)
})
