import type { Ms } from '#kernel/time.ts'
import { RUNTIME_TIMEOUT_MS } from '#kernel/specification.ts'
import type { ClientFrame, ServerFrame, ServerMessage } from '#wire/topic.ts'

/** The functions of the browser that a line needs; a test brings its own. */
export type ReconnectingIo = {
  /** Opens a socket (with a fresh ticket for a member). */
  open(on: { frame(text: string): void; opened(): void; closed(reason: string): void }): {
    send(text: string): void
    close(): void
  }
  after(ms: Ms, act: () => void): () => void
  random(): number
}
/** `elsewhere`: the member has more windows than sockets, and newer ones have them. */
export type LinkState = 'connecting' | 'open' | 'lost' | 'elsewhere'
type Heard = { opened(): void; frame(frame: ServerFrame): void; state(state: LinkState): void }

/** No sign of life for so long and the line is dead, whatever the browser says. */
export const SILENCE_MS = 15_000
/** The same where the network has just shown that it is there: a socket that answers nothing is dead. */
export const PROBE_MS = 3_000
const PING_MS = 10_000
/** The word of the server for the oldest socket of a member who opens too many. */
const GIVES_WAY = 'TOO_MANY_SOCKETS'
const BACK_OFF_MS = { first: 500, longest: 15_000 } as const

/** One line to the server that comes back by itself, later each time. */
export function createReconnectingSocket(io: ReconnectingIo, heard: Heard) {
  let socket: ReturnType<ReconnectingIo['open']> | null = null
  let isOpen = false
  let failures = 0
  let timers: (() => void)[] = []

  const send = (frame: ClientFrame) => {
    if (isOpen) socket?.send(JSON.stringify(frame))
  }
  const wait = (...next: (() => void)[]) => {
    for (const stop of timers) stop()
    timers = next
  }
  const watchSilence = () =>
    wait(
      io.after(PING_MS, () => send({ op: 'ping' })),
      io.after(SILENCE_MS, drop),
    )

  function connect(): void {
    if (socket !== null) return
    // One that neither opens nor fails is given up.
    wait(io.after(RUNTIME_TIMEOUT_MS, drop))
    heard.state(failures === 0 ? 'connecting' : 'lost')
    const mine: ReturnType<ReconnectingIo['open']> = io.open({
      opened() {
        if (socket !== mine) return
        isOpen = true
        failures = 0
        watchSilence()
        heard.opened()
        heard.state('open')
      },
      frame(text) {
        if (socket !== mine) return
        watchSilence()
        const message = JSON.parse(text) as ServerMessage
        for (const frame of Array.isArray(message) ? message : [message]) heard.frame(frame)
      },
      closed(reason) {
        if (socket !== mine) return
        if (reason === GIVES_WAY) giveWay()
        else lost()
      },
    })
    socket = mine
  }

  function hangUp(): void {
    socket?.close()
    socket = null
    isOpen = false
  }
  function drop(): void {
    hangUp()
    lost()
  }
  /** Windows that took the place of one another in turn would all stand still: this one waits to be asked. */
  function giveWay(): void {
    socket = null
    isOpen = false
    wait()
    heard.state('elsewhere')
  }
  function lost(): void {
    socket = null
    isOpen = false
    const backOff = Math.min(BACK_OFF_MS.longest, BACK_OFF_MS.first * 2 ** Math.min(failures, 10))
    failures++
    heard.state('lost')
    // Half fixed, half random: a restarted server is not met by everyone at once.
    wait(io.after(backOff / 2 + (backOff / 2) * io.random(), connect))
  }

  return {
    connect,
    send,
    /** The network is known to be gone, though the socket has not noticed. */
    drop,
    /** Asks for a sign of life at once: a line can be dead for a quarter of a minute before it is missed. */
    probe() {
      if (!isOpen) return
      send({ op: 'ping' })
      wait(io.after(PROBE_MS, drop))
    },
    /** A new socket at once. */
    restart() {
      hangUp()
      connect()
    },
  }
}
