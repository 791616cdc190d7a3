import type { ServerFrame, Topic } from '#wire/topic.ts'
import { createReconnectingSocket, type ReconnectingIo, type LinkState } from './reconnecting-socket.ts'

export type SocketIo = ReconnectingIo & {
  /** Runs `act` before the next paint; in a hidden window later, but always. */
  nextFrame(act: () => void): void
}

type Reader = { onMessage: (message: unknown) => void; onReset?: (() => void) | undefined }
type Subscription = { kind: Topic['kind']; readers: Set<Reader>; lastSeq: number | null; newest?: unknown }

/** Messages of a topic are numbered: one that was seen is ignored, a jump means that one was lost. */
export function receive(lastSeq: number | null, seq: number): 'apply' | 'ignore' | 'resume' {
  if (lastSeq === null) return 'apply'
  if (seq <= lastSeq) return 'ignore'
  return seq === lastSeq + 1 ? 'apply' : 'resume'
}

/**
 * Fifty quotes that come within a frame are drawn once: acts wait in their order, a name that changed is
 * drawn with its newest.
 */
function makeEasel(nextFrame: SocketIo['nextFrame'], drawNewest: (name: string) => void) {
  const due: (() => void)[] = []
  const changed = new Set<string>()
  let waiting = false
  const draw = () => {
    waiting = false
    for (const act of due.splice(0)) act()
    const names = [...changed]
    changed.clear()
    names.forEach(drawNewest)
  }
  const wait = () => {
    if (waiting) return
    waiting = true
    nextFrame(draw)
  }
  return {
    act(act: () => void) {
      due.push(act)
      wait()
    },
    changed(name: string) {
      changed.add(name)
      wait()
    },
  }
}

/**
 * One socket for the whole app. It connects when something is subscribed to, or when asked, and then stays.
 */
export function makeConnection(io: SocketIo, onState: (state: LinkState) => void) {
  const topics = new Map<string, Subscription>()
  /** The last numbers of logs that nobody hears now: whoever comes back is told what came meanwhile. */
  const left = new Map<string, number>()
  const tell = (topic: Subscription | undefined, message: unknown) => {
    for (const reader of [...(topic?.readers ?? [])]) reader.onMessage(message)
  }
  const easel = makeEasel(io.nextFrame, (name) => tell(topics.get(name), topics.get(name)?.newest))
  const askFor = (name: string) => {
    const { kind, lastSeq } = topics.get(name)!
    return kind === 'log' && lastSeq !== null ? { t: name, after: lastSeq } : { t: name }
  }
  let wasLost = false
  const line = createReconnectingSocket(io, {
    opened() {
      if (topics.size > 0) line.send({ op: 'sub', topics: [...topics.keys()].map(askFor) })
      // A log of which nothing has been heard has no number to go on from: what it said meanwhile is lost.
      if (wasLost)
        for (const topic of topics.values()) if (topic.kind === 'log' && topic.lastSeq === null) reset(topic)
      wasLost = false
    },
    frame: take,
    state(state) {
      wasLost ||= state === 'lost'
      onState(state)
    },
  })
  const reset = (topic: Subscription) =>
    easel.act(() => {
      for (const reader of [...topic.readers]) reader.onReset?.()
    })

  function take(frame: ServerFrame): void {
    const topic = 'op' in frame ? undefined : topics.get(frame.t)
    if (topic === undefined || 'op' in frame) return
    if ('reset' in frame) {
      topic.lastSeq = frame.s
      reset(topic)
    } else if (topic.kind === 'latest') {
      topic.newest = frame.d
      easel.changed(frame.t)
    } else {
      const verdict = receive(topic.lastSeq, frame.s)
      if (verdict === 'resume') line.send({ op: 'sub', topics: [askFor(frame.t)] })
      if (verdict !== 'apply') return
      topic.lastSeq = frame.s
      easel.act(() => tell(topic, frame.d))
    }
  }

  /** Readers of one name share one subscription. Returns how to end it. */
  function subscribe(name: string, kind: Topic['kind'], reader: Reader): () => void {
    const known = topics.get(name)
    const topic: Subscription = known ?? { kind, readers: new Set(), lastSeq: left.get(name) ?? null }
    topic.readers.add(reader)
    if (known === undefined) {
      topics.set(name, topic)
      line.connect()
      line.send({ op: 'sub', topics: [askFor(name)] })
    } else if (kind === 'latest' && 'newest' in topic) reader.onMessage(topic.newest)
    return () => {
      topic.readers.delete(reader)
      if (topic.readers.size > 0 || topics.get(name) !== topic) return
      topics.delete(name)
      if (kind === 'log' && topic.lastSeq !== null) left.set(name, topic.lastSeq)
      line.send({ op: 'unsub', topics: [name] })
    }
  }

  return {
    subscribe,
    connect: line.connect,
    drop: line.drop,
    probe: line.probe,
    /** Another member, or the member asks for it. Numbers of another member's log mean nothing. */
    restart(forgetLogs: boolean): void {
      if (forgetLogs) {
        left.clear()
        for (const topic of topics.values()) topic.lastSeq = null
      }
      line.restart()
    },
  }
}
