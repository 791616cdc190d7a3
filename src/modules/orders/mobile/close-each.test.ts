import { expect, test } from 'vitest'
import { CallError } from '#client/call-error.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { closeEach, type CloseAnswer } from './close-each.ts'

const sent = (id: string): CloseAnswer => ({ ok: true, orders: [{ id } as OrderView] })
const failed = (kind: 'refused' | 'unknown', msg: string, retryAfter: number | null = null): CloseAnswer => ({
  ok: false,
  error: new CallError(kind, 1, msg, null, retryAfter),
})

/** Answers of each holding in turn, with the keys by which it was asked. */
async function closed(answers: Record<string, CloseAnswer[]>) {
  const asked: string[] = []
  const waited: number[] = []
  let keys = 0
  const outcomes = await closeEach(
    Object.keys(answers),
    () => `k${++keys}`,
    async (name, key) => {
      asked.push(`${name} ${key}`)
      return answers[name]!.shift()!
    },
    async (seconds) => void waited.push(seconds),
  )
  return {
    asked,
    waited,
    outcomes: outcomes.map((one) => (one.kind === 'sent' ? one.orders.map(({ id }) => id) : one.msg)),
  }
}

test('what one holding is refused changes nothing for the next', async () => {
  expect(await closed({ a: [sent('1')], b: [failed('refused', 'no')], c: [sent('3')] })).toEqual({
    asked: ['a k1', 'b k2', 'c k3'],
    waited: [],
    outcomes: [['1'], 'no', ['3']],
  })
})

test('an answer that was lost, and one that comes too fast, are asked for again by the same key', async () => {
  expect(
    await closed({
      a: [failed('unknown', 'lost'), sent('1')],
      b: [failed('refused', 'wait', 4), failed('refused', 'wait', 2), sent('2')],
    }),
  ).toEqual({ asked: ['a k1', 'a k1', 'b k2', 'b k2', 'b k2'], waited: [1, 4, 2], outcomes: [['1'], ['2']] })
})

test('what stays unknown is said as it is', async () => {
  const lost = failed('unknown', 'lost')
  expect((await closed({ a: [lost, lost, lost, sent('1')] })).outcomes).toEqual(['lost'])
})
