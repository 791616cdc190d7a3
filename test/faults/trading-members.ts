/**
 * Members who place orders and cancel some, each from an address of their own; a thread of its own, so that
 * what else the test does is not measured. Started with `Trading`, answers what they were told.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { HttpConnection, type Said } from '../../bench/app/http-connection.ts'

export type Trading = {
  port: number
  tokens: string[]
  codes: string[]
  seconds: number
  ordersPerSecond: number
}

const { port, tokens, codes, seconds, ordersPerSecond } = workerData as Trading
const said: Said[] = []
const begun = performance.now()
const every = (tokens.length / ordersPerSecond) * 1_000
await Promise.all(
  tokens.map(async (token, member) => {
    const line = new HttpConnection(port, `127.1.0.${1 + member}`)
    for (let n = 0; performance.now() - begun < seconds * 1_000; n++) {
      await sleep(Math.max(0, (n + member / tokens.length) * every - (performance.now() - begun)))
      const order = await line.post('/api/orders', token, {
        code: codes[(member * 7 + n) % codes.length],
        side: n % 2 === 0 ? 'up' : 'down',
        type: 'market',
        quantity: 100,
        leverage: 1,
      })
      said.push(order)
      if (order.code === 1)
        said.push(
          await line.post(
            `/api/orders/${(JSON.parse(order.body) as { data: { id: string } }).data.id}/cancel`,
            token,
            {},
          ),
        )
    }
    line.end()
  }),
)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
parentPort!.postMessage(said)
