import { describe, expect, it } from 'vitest'
import { countOf, waitingForMe, type QueueView } from './waiting.ts'

const queue = (name: string, subjects: readonly string[], more: Partial<QueueView> = {}): QueueView => ({
  name,
  mine: true,
  count: subjects.length,
  items: subjects.map((subject) => ({
    subject,
    memberId: null,
    since: '2026-11-27T00:00:00.000Z',
    stopped: null,
    assigned: null,
    approval: null,
  })),
  ...more,
})

describe('what waits for me', () => {
  it.each([
    ['nothing', [], 0],
    ['all of my queues', [queue('a', ['1', '2']), queue('b', ['3'])], 3],
    ['none that I only read', [queue('a', ['1'], { mine: false })], 0],
    ['a member with two pictures once', [queue('a', ['1', '2'], { count: 1 })], 1],
    ['a case that I can sign once', [queue('a', ['1']), queue('signatures', ['1'])], 1],
    ['a request of no queue of mine', [queue('a', ['1'], { mine: false }), queue('signatures', ['1'])], 1],
    ['two requests about one case once', [queue('signatures', ['1', '1', '2'])], 2],
  ] as const)('%s', (_, queues, count) => {
    expect(waitingForMe(queues)).toBe(count)
  })
})

it('counts cases of a queue as the queue does: a member with two pictures once', () => {
  const items = queue('a', ['1', '2', '3']).items.map((item, at) => ({
    ...item,
    memberId: at < 2 ? 'm' : 'n',
  }))
  const isFree = ({ assigned }: { assigned: unknown }) => assigned === null
  expect(countOf(queue('a', [], { items, count: 2 }), isFree)).toBe(2)
  expect(countOf(queue('a', [], { items, count: 3 }), isFree)).toBe(3)
})
