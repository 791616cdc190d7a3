import { expect, it } from 'vitest'
import { CallError } from '#client/call-error.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { cancelEach, leftOf, type CancelAnswer, type Cancelled } from './cancel-each.ts'

const orders = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const done = (id: string): CancelAnswer => ({ ok: true, order: { id } as OrderView })
const no = (error: CallError): CancelAnswer => ({ ok: false, error })

/** Runs them against a server that answers each try from a list; says keys, pauses and outcomes. */
async function run(answers: Readonly<Record<string, CancelAnswer[]>>, of = orders) {
  const [sent, waited, outcomes] = [[] as string[], [] as number[], {} as Record<string, Cancelled>]
  const left = structuredClone(
    Object.fromEntries(Object.entries(answers).map(([id, list]) => [id, list.length])),
  )
  await cancelEach(
    of,
    (id) => `key ${id}`,
    (id, key) => {
      sent.push(key)
      const list = answers[id]
      const next = list?.[list.length - left[id]!]
      if (list) left[id]! -= 1
      return Promise.resolve(next ?? done(id))
    },
    (seconds) => {
      waited.push(seconds)
      return Promise.resolve()
    },
    (id, outcome) => {
      outcomes[id] = outcome
    },
  )
  return { sent, waited, outcomes, kinds: Object.values(outcomes).map(({ kind }) => kind) }
}

it('each order has its own key and its own outcome, whatever becomes of the others', async () => {
  const filled = no(new CallError('refused', 1, 'filled', { rejection: 'ORDER_FINISHED' }))
  const lost = no(new CallError('unknown', 0, 'nobody knows'))
  const { sent, kinds, outcomes } = await run({ b: [filled], c: [lost] })
  expect(sent).toEqual(['key a', 'key b', 'key c', 'key d'])
  expect(kinds).toEqual(['asked', 'refused', 'unknown', 'asked'])
  expect(outcomes['b']).toEqual({ kind: 'refused', msg: 'filled' })
  expect(leftOf(orders, outcomes)).toEqual([{ id: 'c' }])
})
it('what is asked again goes by the key of before', async () => {
  const { sent, kinds } = await run({}, [{ id: 'c' }])
  expect([sent, kinds]).toEqual([['key c'], ['asked']])
})
it('a server that asks for a pause gets one, and is not asked for ever', async () => {
  const busy = no(new CallError('server', 429, 'slower', null, 2))
  const once = await run({ b: [busy] })
  expect([once.waited, once.kinds]).toEqual([[2], ['asked', 'asked', 'asked', 'asked']])
  const ever = await run({ b: [busy, busy, busy, busy] })
  expect([ever.waited, ever.kinds]).toEqual([
    [2, 2],
    ['asked', 'unknown', 'asked', 'asked'],
  ])
})
