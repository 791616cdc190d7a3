export type WatchlistsPublic = {
  /** The issues on any of the member's lists, each once: what counts as a favourite. */
  codesOf(memberId: string): Promise<string[]>
}
