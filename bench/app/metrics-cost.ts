import { EventEmitter } from 'node:events'
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { uuidv7 } from '#kernel/id.ts'
import { standIn } from '#kernel/stand-in.fixture.ts'
import { watchAnswers } from '#platform/http/answered.ts'
import { openLog } from '#platform/log.ts'
import { openPrometheus } from '#platform/prometheus.ts'

const ANSWERS = 100_000

/**
 * Microseconds of CPU that metrics take for one answer to an order, by themselves: a percent of an order is
 * far below what two rounds of a whole server differ by. The answers are emitters without a connection.
 */
export async function metricsCost(): Promise<number> {
  const watch = watchAnswers((await openPrometheus()).answered, openLog('silent'))
  const key = uuidv7(Date.now(), randomBytes(16))
  const socket = { bytesWritten: 0 }
  const incoming = standIn<FastifyRequest>({
    id: key,
    method: 'POST',
    headers: { 'idempotency-key': key },
    raw: { socket },
    routeOptions: { url: '/api/orders', config: { entry: { handler: { route: { lane: 'orders' } } } } },
  })
  const answer = () => {
    const raw = Object.assign(new EventEmitter(), { writableFinished: true, statusCode: 200 })
    watch(incoming, standIn<FastifyReply>({ raw }))
    socket.bytesWritten += 700
    raw.emit('close')
  }
  for (let n = 0; n < ANSWERS; n++) answer()
  const before = process.cpuUsage()
  for (let n = 0; n < ANSWERS; n++) answer()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / ANSWERS
}
