import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../test/app/start.ts'
import { openMaintenanceServer, type MaintenanceServer } from './maintenance-server.ts'

let port = 0
let server: MaintenanceServer
beforeAll(async () => {
  port = await freePort()
  server = await openMaintenanceServer({ host: '127.0.0.1', port })
})
afterAll(() => server.close())

it.each([
  ['/api/health', 503],
  ['/api/orders', 503],
  ['/', 503],
  ['/api/live', 200],
  ['/api/live/x', 503],
])('while a server is started again, %s is %i, with an id', async (path, status) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})
