import type { Ms } from '#kernel/time.ts'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Topic } from '#wire/topic.ts'
import { callLoosely, onWritten } from './call.ts'
import { elapsed, pause, randomBytes } from './clock.ts'
import type { LinkState } from './reconnecting-socket.ts'
import { useOnline } from './online.ts'
import { session } from './session.ts'
import { makeConnection, type SocketIo } from './socket.ts'
import { store } from './store.ts'

/** `since`: milliseconds of `elapsed()` at which the line got into this state. */
const link = store<{ state: LinkState; since: number }>({ state: 'connecting', since: 0 })

const TICKET = { name: 'socketTicket', method: 'POST', path: '/socket-ticket', output: undefined } as const

/**
 * A member's socket opens with a ticket, a guest's without: the token itself never stands in an address. A
 * 401 ends the session, and the line opens as a guest's.
 */
async function ticket(): Promise<string> {
  if (session.get().token === '') return ''
  const issued = (await callLoosely(TICKET, {}, { quiet: true })) as { ticket: string }
  return `?ticket=${encodeURIComponent(issued.ticket)}`
}

const open: SocketIo['open'] = (on) => {
  let socket: WebSocket | null = null
  let ended = false
  ticket().then(
    (search) => {
      if (ended) return
      socket = new WebSocket(
        `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${search}`,
      )
      socket.onopen = on.opened
      socket.onmessage = (event) => on.frame(String(event.data))
      socket.onclose = ({ reason }) => on.closed(reason)
    },
    () => on.closed(''),
  )
  return {
    // One that is closing takes nothing more; what was to be said is said on the next.
    send: (text) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text)
    },
    close() {
      ended = true
      if (socket === null) return
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.close()
    },
  }
}

const connection = makeConnection(
  {
    open,
    after(ms, act) {
      const end = new AbortController()
      pause(ms, end.signal).then(act, () => {})
      return () => end.abort()
    },
    // A hidden tab of the browser draws no frames; messages must still be taken.
    nextFrame: (act) => (document.hidden ? void pause(50).then(act) : requestAnimationFrame(act)),
    random: () => randomBytes(1)[0]! / 256,
  },
  (state) => {
    if (link.get().state !== state) link.set({ state, since: elapsed() })
  },
)

let token = session.get().token
session.subscribe(() => {
  if (session.get().token === token) return
  token = session.get().token
  if (link.get().since > 0) connection.restart(true)
})
addEventListener('offline', () => {
  if (link.get().state === 'open') connection.drop()
})
// A write that was answered will be followed by news: the line that brings them has to be alive.
onWritten(() => connection.probe())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) connection.probe()
})
/** Whoever looks at this window again wants it to be the live one. */
addEventListener('focus', () => {
  if (link.get().state === 'elsewhere') connection.restart(false)
})
addEventListener('online', () => {
  if (link.get().state === 'lost') connection.restart(false)
})

/** Opens the socket before anything is subscribed to. Resolves when it stands, rejects after `ms` without. */
export function connectSocket(ms: Ms): Promise<void> {
  connection.connect()
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (link.get().state !== 'open') return
      stop()
      resolve()
    }
    const stop = link.subscribe(settle)
    settle()
    void pause(ms).then(() => {
      stop()
      reject(new Error('no connection'))
    })
  })
}

/** Tries at once instead of waiting for the next turn. */
export const reconnect = (): void => connection.restart(false)

/** Has `act` run each time that the line stands again after it was lost. The function returned ends it. */
export function onLineBack(act: () => void): () => void {
  let isLost = link.get().state === 'lost'
  return link.subscribe(() => {
    const { state } = link.get()
    if (state === 'open' && isLost) act()
    isLost = state === 'lost' || (isLost && state === 'connecting')
  })
}

/** The line's state, for "the connection is lost; prices are of 14:31:52". */
export const useConnection = (): { state: LinkState; since: number } =>
  useSyncExternalStore(link.subscribe, link.get)

/** True while figures come in as they are made: an order is sent only while its price can be seen. */
export function useIsLive(): boolean {
  const isOnline = useOnline()
  const { state } = useConnection()
  return state !== 'lost' && state !== 'elsewhere' && isOnline
}

export type TopicParams = Readonly<Record<string, string>>

/** `quote/{code}` with its parameters filled. */
export const topicName = (topic: Pick<Topic, 'name'>, params: TopicParams): string =>
  topic.name.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)

/**
 * Hears a topic while the component is shown. `null`: not now. `onReset` is called where messages may
 * have been lost for good: read everything anew.
 */
export function useTopic<Message>(
  topic: Topic<Message>,
  params: TopicParams | null,
  onMessage: (message: Message) => void,
  options: { onReset?: () => void } = {},
): void {
  const hear = useEffectEvent(onMessage)
  const reset = useEffectEvent(() => options.onReset?.())
  const name = params === null ? null : topicName(topic, params)
  const { kind } = topic
  useEffect(() => {
    if (name === null) return
    return connection.subscribe(name, kind, {
      onMessage: (message) => hear(message as Message),
      onReset: () => reset(),
    })
  }, [name, kind])
}

/** The newest message of a `latest` topic since the component is shown; undefined before the first. */
export function useLatest<Message>(topic: Topic<Message>, params: TopicParams | null): Message | undefined {
  const name = params === null ? null : topicName(topic, params)
  const [heard, setHeard] = useState<{ name: string; message: Message } | null>(null)
  useTopic(topic, params, (message) => setHeard(name === null ? null : { name, message }))
  return heard !== null && heard.name === name ? heard.message : undefined
}

/**
 * The newest messages of one `latest` topic for many parameters (the quotes of all held issues), by filled
 * topic name.
 */
export function useLatestOf<Message>(
  topic: Topic<Message>,
  paramsList: readonly TopicParams[],
): ReadonlyMap<string, Message> {
  const [heard, setHeard] = useState<ReadonlyMap<string, Message>>(new Map())
  const { kind } = topic
  const names = paramsList
    .map((params) => topicName(topic, params))
    .toSorted()
    .join(' ')
  useEffect(() => {
    const stops = names
      .split(' ')
      .filter((name) => name !== '')
      .map((name) =>
        connection.subscribe(name, kind, {
          onMessage: (message) => setHeard((before) => new Map(before).set(name, message as Message)),
          onReset: () => {},
        }),
      )
    return () => stops.forEach((stop) => stop())
  }, [names, kind])
  return heard
}
