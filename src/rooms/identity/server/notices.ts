import type { House } from '#rooms/room.ts'
import type { NoticeArgs, NoticeKind } from '../model/notices.ts'

type Leave = (memberId: string, kind: NoticeKind, args: Readonly<Record<string, string | number>>) => Promise<void>

export type Notices = {
  /** On every channel. What cannot be sent is logged: the change it tells of stands all the same. */
  tell<K extends NoticeKind>(memberId: string, kind: K, args: NoticeArgs<K>): Promise<void>
  onTell(leave: Leave): void
}

/** Notices about the protection of an account: as a message (which the inbox also pushes), and by mail to a verified address. */
export function openNotices({ log }: House): Notices {
  const channels: Leave[] = []
  return {
    async tell(memberId, kind, args) {
      for (const send of channels) await send(memberId, kind, args).catch((err: unknown) => log.error({ err, member: memberId, kind }, 'a notice could not be sent'))
    },
    onTell: (leave) => void channels.push(leave),
  }
}
