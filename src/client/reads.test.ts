import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Route } from '#wire/route.ts'
import { CallError, type CallErrorKind } from './call-error.ts'
import { onFailure, sayOnPage } from './failures.ts'
import { askAgain, askWhenBack, queryClient, refresh } from './reads.ts'

const getOrder = { name: 'getOrder', method: 'GET', path: '/orders/{id}', access: 'member' } as Route

/** A read whose answers the test gives, each when it likes. */
function read(id: string) {
  const asked: ((value: string) => void)[] = []
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: [getOrder.name, { params: { id } }, 'ja', 'member'],
    placeholderData: () => 'sent',
    queryFn: () => new Promise((resolve) => void asked.push(resolve)),
  })
  const stop = observer.subscribe(() => {})
  return { asked, stop, now: () => observer.getCurrentResult().data }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

it('asks once more after a first answer that was on its way: it may be of before the news', async () => {
  const { asked, now, stop } = read('a')
  refresh(getOrder, { params: { id: 'a' } })
  refresh(getOrder, { params: { id: 'a' } })
  expect(asked).toHaveLength(1)
  asked[0]!('pending')
  await settled()
  expect([asked.length, now()]).toEqual([2, 'pending'])
  asked[1]!('filled')
  await settled()
  expect([asked.length, now()]).toEqual([2, 'filled'])
  refresh(getOrder)
  expect(asked).toHaveLength(3)
  asked[2]!('closed')
  await settled()
  expect([asked.length, now()]).toEqual([3, 'closed'])
  stop()
})

it('leaves the reads of other arguments alone', async () => {
  const { asked, now, stop } = read('b')
  refresh(getOrder, { params: { id: 'c' } })
  expect(asked).toHaveLength(1)
  asked[0]!('pending')
  await settled()
  expect(now()).toBe('pending')
  stop()
})

describe('a read that fails', () => {
  const fails = (name: string, announced: boolean, kind: CallErrorKind = 'network') =>
    queryClient
      .query({
        queryKey: [name],
        queryFn: () => Promise.reject(new CallError(kind, 0, name)),
        meta: { announced },
        retry: false,
      })
      .catch(() => {})
  const told: string[] = []
  let stop: () => void
  beforeEach(() => {
    vi.useFakeTimers()
    told.length = 0
    stop = onFailure((msg) => void told.push(msg))
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })

  it('is told, unless it is the end of the session, which is told where it ends', async () => {
    await Promise.all([
      fails('loud', true),
      fails('session', true, 'session'),
      fails('quiet session', false, 'session'),
    ])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told).toEqual(['loud'])
  })

  it.each(['refused', 'malformed', 'server'] as const)(
    'is told where it is quiet too when the answer is no success (%s): once, until it has succeeded',
    async (kind) => {
      const name = `quiet ${kind}`
      for (let n = 0; n < 3; n++) await fails(name, false, kind)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(told).toEqual([name])
      await queryClient.query({ queryKey: [name], queryFn: () => 'answered' })
      await vi.advanceTimersByTimeAsync(6_000)
      await fails(name, false, kind)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(told).toEqual([name, name])
    },
  )

  it.each(['network', 'timeout'] as const)(
    'is told where it is quiet when nothing has ever come (%s), and not where what was read stands',
    async (kind) => {
      queryClient.setQueryData([`stands ${kind}`], 'before')
      await Promise.all([fails(`nothing ${kind}`, false, kind), fails(`stands ${kind}`, false, kind)])
      await vi.advanceTimersByTimeAsync(1_000)
      expect(told).toEqual([`nothing ${kind}`])
    },
  )

  it('is asked again by itself when the line is back, on every page in sight: what no answer came to, never a refusal', async () => {
    const asked: string[] = []
    const shows = (name: string, kind: CallErrorKind) =>
      new QueryObserver(queryClient, {
        queryKey: [name],
        retry: false,
        queryFn: () => {
          asked.push(name)
          return Promise.reject(new CallError(kind, 0, name))
        },
      }).subscribe(() => {})
    const kinds = ['network', 'timeout', 'server', 'refused', 'malformed', 'session'] as const
    const stops = kinds.map((kind) => shows(`back ${kind}`, kind))
    const left = shows('left network', 'network')
    await vi.advanceTimersByTimeAsync(1_000)
    left()
    asked.length = 0
    askWhenBack()
    askWhenBack()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.toSorted()).toEqual(['back network', 'back server', 'back timeout'])
    for (const stop of stops) stop()
  })

  it('a touch of the screen asks what is in sight again, once: what got no answer, and what is said nowhere else', async () => {
    const asked: string[] = []
    const comes = (name: string, kind: CallErrorKind) =>
      new QueryObserver(queryClient, {
        queryKey: [name],
        retry: false,
        meta: { announced: true },
        queryFn: () => {
          asked.push(name)
          return Promise.reject(new CallError(kind, 0, name))
        },
      }).subscribe(() => {})
    const [gone, ...stops] = [
      comes('gone', 'timeout'),
      comes('timed out', 'timeout'),
      comes('refused', 'refused'),
      comes('refused on its page', 'refused'),
    ] as const
    const end = sayOnPage('refused on its page')
    await vi.advanceTimersByTimeAsync(1_000)
    gone()
    asked.length = 0
    askAgain()
    askAgain()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.toSorted()).toEqual(['refused', 'timed out'])
    await vi.advanceTimersByTimeAsync(1_000)
    askAgain()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(4)
    end()
    for (const stop of stops) stop()
  })

  it('is not told where a page says it by itself, and told again when it says it no longer', async () => {
    await fails('shown', true)
    const end = sayOnPage('shown')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told).toEqual([])
    end()
    await fails('shown', true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told).toEqual(['shown'])
  })
})

it('asks what has failed just now no second time for a part of the page that comes, and after a while again', async () => {
  vi.useFakeTimers()
  let asked = 0
  const comes = () =>
    new QueryObserver(queryClient, {
      queryKey: ['failing'],
      queryFn: () => Promise.reject(new Error(String(++asked))),
      retry: false,
    }).subscribe(() => {})
  const stops = [comes()]
  await vi.advanceTimersByTimeAsync(1_000)
  stops.push(comes())
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(6_000)
  stops.push(comes())
  expect(asked).toBe(2)
  for (const stop of stops) stop()
  vi.useRealTimers()
})
