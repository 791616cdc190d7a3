import type { MemberId } from '#kernel/id.ts'
import { messageKey, type ArgsOf, type MessageKind } from '#registry/message-kinds.ts'
import type { InboxPublic } from '#modules/inbox/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { Mailer } from './mail.ts'
import { protectionList } from './row-lists.ts'
import type { SmsGateway } from './sms.ts'

export type Notices = {
  /**
   * A message to the member (which the inbox also pushes to their devices), and a mail if an address is
   * verified.
   */
  tell<K extends MessageKind>(memberId: MemberId, kind: K, args: ArgsOf<K>): Promise<void>
  /** The same, and an SMS: to the member's phone, or to `at`, one that was theirs until now. */
  tellByPhone<K extends MessageKind>(memberId: MemberId, kind: K, args: ArgsOf<K>, at?: string): Promise<void>
}

/**
 * Notices about the protection of an account, on every channel. What cannot be sent is logged: the change it
 * tells of stands all the same. Mails carry no link, so that none with a link can be ours
 * (security-and-trust 3).
 */
export function openNotices(
  context: AppContext,
  inbox: InboxPublic,
  mailer: Mailer,
  sms: SmsGateway,
): Notices {
  const {
    db: { kysely },
    clock,
    log,
  } = context
  const failed = (memberId: MemberId, kind: MessageKind, channel: string) => (err: unknown) =>
    log.error({ err, member: memberId, kind, channel }, 'a notice could not be sent')

  async function mail<K extends MessageKind>(memberId: MemberId, kind: K, args: ArgsOf<K>): Promise<void> {
    const [to] = await protectionList(context.config).of(kysely, memberId, 'email')
    const address = to === undefined ? null : to.verifiedAt === null ? to.verifiedBefore : to.address
    if (address === null) return
    const { lang } = await kysely
      .selectFrom('credentials')
      .select('lang')
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    const text = (part: 'title' | 'text') => context.text(lang, messageKey(kind, part), args)
    await mailer.send({ to: address, lang, title: text('title'), text: text('text'), code: null })
  }
  async function sendSms<K extends MessageKind>(
    memberId: MemberId,
    kind: K,
    args: ArgsOf<K>,
    at: string | undefined,
  ): Promise<void> {
    const { mobile, lang } = await kysely
      .selectFrom('credentials')
      .select(['mobile', 'lang'])
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    const what = context.text(lang, messageKey(kind, 'title'), args)
    await sms.send({
      at: Math.floor(clock.wall()),
      mobile: at ?? mobile,
      text: context.text(lang, 'identity.smsNotice', { what }),
      code: null,
    })
  }
  async function tell<K extends MessageKind>(memberId: MemberId, kind: K, args: ArgsOf<K>): Promise<void> {
    await inbox.tellMember(memberId, kind, args).catch(failed(memberId, kind, 'inbox'))
    await mail(memberId, kind, args).catch(failed(memberId, kind, 'mail'))
  }

  return {
    tell,
    async tellByPhone(memberId, kind, args, at) {
      // Not waited for: a gateway that is slow or away does not hold up what has been done.
      void sendSms(memberId, kind, args, at).catch(failed(memberId, kind, 'sms'))
      await tell(memberId, kind, args)
    },
  }
}
