import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Route } from '#wire/route.ts'
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
