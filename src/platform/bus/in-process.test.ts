import { expect, it } from 'vitest'
import { inProcessBus } from './in-process.ts'

it('brings a message to those who listen, and tells when a topic is wanted', () => {
  const bus = inProcessBus()
  const heard: unknown[] = []
  const interest: string[] = []
  bus.onInterest((topic, wanted) => interest.push(`${topic} ${wanted}`))
  bus.publish('a', 1)
  const listener = (message: unknown) => heard.push(message)
  const first = bus.subscribe('a', listener)
  const second = bus.subscribe('a', listener)
  bus.publish('a', 2)
  bus.publish('b', 3)
  first()
  first()
  bus.publish('a', 4)
  expect(bus.wanted('a')).toBe(true)
  second()
  bus.publish('a', 5)
  expect(heard).toEqual([2, 2, 4])
  expect(interest).toEqual(['a true', 'a false'])
  expect(bus.wanted('a')).toBe(false)
})
