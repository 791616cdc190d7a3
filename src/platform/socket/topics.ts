import type { Topic } from '#wire/topic.ts'

/**
 * A topic that sockets may subscribe to. What is published on the bus under the filled name (`quote/S214`,
 * `member/<id>`) goes out. `snapshot` is the value that a new subscriber of a `latest` topic gets first: null
 * when there is none yet, undefined when there is no such topic (an unknown code).
 */
export type TopicSource = { topic: Topic; snapshot?: (name: string, places: readonly string[]) => unknown }

export type Found = { source: TopicSource; places: string[] }

/**
 * Finds the topic behind a filled name. `member` topics have no places on the wire: the server adds whose
 * they are.
 */
export function topicFinder(sources: readonly TopicSource[]): (name: string) => Found | null {
  const patterns = sources.map((source) => ({
    source,
    pattern: new RegExp(`^${source.topic.name.replace(/\{\w+\}/g, '([0-9A-Za-z._-]{1,64})')}$`),
  }))
  return (name) => {
    for (const { source, pattern } of patterns) {
      const match = pattern.exec(name)
      if (match !== null) return { source, places: match.slice(1) }
    }
    return null
  }
}
