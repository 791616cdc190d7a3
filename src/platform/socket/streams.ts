import type { MemberId } from '#kernel/id.ts'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import { guarded } from '../guarded.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import { LatestStream, LogStream, type Reader, type Stream } from './stream.ts'
import { topicFinder, type TopicSource } from './topics.ts'

export type Opened = Stream | 'NO_SUCH_TOPIC' | 'MEMBERS_ONLY'

export type Streams = {
  /** The stream behind a name of the wire, with this reader on it. */
  open(name: string, memberId: MemberId | null, reader: Reader): Opened
  leave(stream: Stream, reader: Reader): void
  end(): void
}

/**
 * All streams that somebody reads, each once. A log outlives its last reader for a minute, for those who come
 * back.
 */
export function openStreams(
  bus: Bus,
  sources: readonly TopicSource[],
  clock: Clock,
  limits: Limits['socket'],
  log: Log,
): Streams {
  const find = topicFinder(sources)
  const streams = new Map<string, Stream>()
  const ending = new Map<Stream, NodeJS.Timeout>()

  const drop = (busName: string, stream: Stream) => {
    ending.delete(stream)
    if (streams.get(busName) === stream) streams.delete(busName)
    stream.end()
  }
  /**
   * Numbers begin at the machine's time, so that those of an earlier stream, or of an earlier start, never
   * come again.
   */
  const firstSeq = () => Math.floor(clock.machine()) * 1_000
  const nameOf = new WeakMap<Stream, string>()

  return {
    open(name, memberId, reader) {
      const found = find(name)
      if (found === null) return 'NO_SUCH_TOPIC'
      const { source, places } = found
      const isOwn = source.topic.access === 'member'
      if (isOwn && memberId === null) return 'MEMBERS_ONLY'
      const busName = isOwn ? `${name}/${memberId}` : name
      let stream = streams.get(busName)
      if (stream === undefined) {
        const snapshot = source.snapshot === undefined ? null : source.snapshot(name, places)
        if (snapshot === undefined) return 'NO_SUCH_TOPIC'
        stream =
          source.topic.kind === 'latest'
            ? new LatestStream(bus, busName, snapshot, firstSeq())
            : new LogStream(bus, busName, name, firstSeq(), limits)
        streams.set(busName, stream)
        nameOf.set(stream, busName)
      }
      clearTimeout(ending.get(stream))
      ending.delete(stream)
      stream.readers.add(reader)
      return stream
    },
    leave(stream, reader) {
      if (!stream.readers.delete(reader) || stream.readers.size > 0) return
      const busName = nameOf.get(stream)!
      // Of a log that has said nothing there is nothing to go on from: names that only sound like a topic
      // must not add up.
      if (stream.kind === 'latest' || stream.isEmpty) return drop(busName, stream)
      ending.set(
        stream,
        setTimeout(guarded(log, 'the end of a stream', drop), limits.ringKeptMs, busName, stream).unref(),
      )
    },
    end() {
      for (const timer of ending.values()) clearTimeout(timer)
      for (const [busName, stream] of streams) drop(busName, stream)
    },
  }
}
