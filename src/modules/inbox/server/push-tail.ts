import type { MemberId } from '#kernel/id.ts'
import { SECOND } from '#kernel/time.ts'
import { markOf, setMark } from '#platform/outbox/queries.ts'
import type { AppContext, DueScan } from '#modules/module.ts'
import { kindOfId, placeOf } from '../model/message-id.ts'
import { devicesOfAll, journalLength, membersWithDevice, messagesAfter, type LeftMessage } from './queries.ts'

/** The name of the mark up to which messages have been laid in the outbox for devices. */
const MARK = 'push'
const AT_ONCE = 200

/**
 * Lays each message to a member with devices in the outbox. The messages themselves, written with what they
 * tell of, are the record of what has to go out: the mark says how far that has come, and a start goes on
 * from there. So an order pays nothing for it, and no kill loses a notification.
 */
export function openPushTail({ db, outbox, log }: Pick<AppContext, 'db' | 'outbox' | 'log'>) {
  const { kysely } = db
  const heard: LeftMessage[] = []
  /**
   * Members who have, or had, a device: of the others the database is not asked, since each fill of each
   * order leaves a message.
   */
  const reachable = new Set<string>()
  let working: Promise<void> | null = null

  async function layIn(messages: readonly LeftMessage[]): Promise<string[]> {
    const devices = await devicesOfAll(db, [...new Set(messages.map(({ memberId }) => memberId))])
    const laid = messages.flatMap(({ memberId, id: messageId }) =>
      devices
        .filter((device) => device.memberId === memberId)
        .map(({ id: deviceId }) => ({
          id: `push-${messageId}-${deviceId}`,
          kind: kindOfId(messageId),
          body: { memberId, messageId, deviceId },
        })),
    )
    await kysely.transaction().execute(async (trx) => {
      await outbox.put(trx, 'push', laid)
      // Others of the same command may follow: a start begins with it once more.
      await setMark(trx, MARK, placeOf(messages.at(-1)!.id))
    })
    return laid.map(({ id }) => id)
  }
  async function drain(): Promise<void> {
    while (heard.length > 0) {
      const part = heard.slice(0, AT_ONCE)
      const ids = await layIn(part)
      heard.splice(0, part.length)
      if (ids.length > 0) void outbox.deliver(ids)
    }
  }
  const work = (): Promise<void> =>
    (working ??= drain()
      .catch((err: unknown) => log.error({ err }, 'messages were not laid in for devices; it is tried again'))
      .finally(() => {
        working = null
      }))

  const scan: DueScan = { name: 'inbox.push', everyMs: 2 * SECOND, look: work }
  return {
    scan,
    async start(): Promise<void> {
      for (const memberId of await membersWithDevice(db)) reachable.add(memberId)
      const upTo = await markOf(kysely, MARK)
      // The first start that keeps a mark: what was told before it is not told again.
      if (upTo === null) return setMark(kysely, MARK, placeOf((await journalLength(db)) + 1))
      const missed = await messagesAfter(db, upTo)
      if (missed.length > 0) await layIn(missed)
    },
    /** Resolves when nothing is being laid in. */
    idle: async () => void (await working),
    /** This member has a device now. */
    subscribed: (memberId: MemberId) => void reachable.add(memberId),
    /** Returns at once. Messages come in the order of their ids. */
    hear(message: LeftMessage): void {
      if (!reachable.has(message.memberId)) return
      heard.push(message)
      void work()
    },
  }
}
