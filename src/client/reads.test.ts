import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Route } from '#wire/route.ts'
import { CallError, type CallErrorKind } from './call-error.ts'
import { onFailure, sayOnPage } from './failures.ts'
import { queryClient, refresh } from './reads.ts'

const getOrder = { name: 'getOrder', method: 'GET', path: '/orders/{id}', access: 'member' } as unknown as Route

/** A read whose answers the test gives, each when it likes. */
function read(id: string) {
  const asked: ((value: string) => void)[] = []
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: [getOrder.name, { params: { id } }, 'ja', 'member'], placeholderData: () => 'sent',
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
  const fails = (name: string, announced: boolean, kind: CallErrorKind = 'network') => queryClient.query({
    queryKey: [name], queryFn: () => Promise.reject(new CallError(kind, 0, name)), meta: { announced }, retry: false,
  }).catch(() => {})
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

  it('is told, unless it is quiet or the end of the session, which is told where it ends', async () => {
    await Promise.all([fails('loud', true), fails('quiet', false), fails('session', true, 'session')])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told).toEqual(['loud'])
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
  const comes = () => new QueryObserver(queryClient, { queryKey: ['failing'], queryFn: () => Promise.reject(new Error(String(++asked))), retry: false }).subscribe(() => {})
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
