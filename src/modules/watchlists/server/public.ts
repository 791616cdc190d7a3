import type { MemberId } from '#kernel/id.ts'

export type WatchlistsPublic = {
  /** The issues on any of the member's lists, each once: what counts as a favourite. */
  codesOf(memberId: MemberId): Promise<string[]>
}
