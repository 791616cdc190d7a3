/**
 * Messages between parts of the server and out to sockets, by filled topic name (`quote/S214`,
 * `member/<id>`). The port that NATS takes later; in one process it is a map of listeners.
 */
export type Bus = {
  publish(topic: string, message: unknown): void
  /** Every topic whose filled name is this one. Returns how to stop. */
  subscribe(topic: string, listener: (message: unknown, topic: string) => void): () => void
  /** True if anyone listens: a publisher may spare the work. */
  wanted(topic: string): boolean
  /** Called when a topic gains its first, or loses its last, listener. */
  onInterest(listener: (topic: string, wanted: boolean) => void): void
}
