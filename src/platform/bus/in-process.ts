import type { Bus } from './bus.ts'

type Listener = (message: unknown, topic: string) => void

/**
 * The bus of one process: a publish calls the listeners before it returns, in the order in which they came.
 */
export function inProcessBus(): Bus {
  const topics = new Map<string, Set<Listener>>()
  const interest: ((topic: string, wanted: boolean) => void)[] = []
  return {
    publish(topic, message) {
      const listeners = topics.get(topic)
      if (listeners !== undefined) for (const listener of listeners) listener(message, topic)
    },
    subscribe(topic, listener) {
      let listeners = topics.get(topic)
      if (listeners === undefined) {
        listeners = new Set()
        topics.set(topic, listeners)
        for (const told of interest) told(topic, true)
      }
      // A listener of its own for each subscription: the same function may listen twice.
      const own: Listener = (message, name) => listener(message, name)
      const kept = listeners
      kept.add(own)
      return () => {
        if (!kept.delete(own) || kept.size > 0) return
        topics.delete(topic)
        for (const told of interest) told(topic, false)
      }
    },
    wanted: (topic) => topics.has(topic),
    onInterest: (listener) => void interest.push(listener),
  }
}
