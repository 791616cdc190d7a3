import type { MemberId } from '#kernel/id.ts'
import { messageKey, type ArgsOf, type MessageKind } from '#registry/message-kinds.ts'
import type { Sql } from '#platform/database/row-list.ts'
import type { ChannelSpec } from '#platform/outbox/outbox.ts'
import type { AppContext } from '#modules/module.ts'
import { isErasedMobile } from '../model/mobile.ts'
import type { Mailer } from './mail.ts'
import { protectionList } from './row-lists.ts'
import type { SmsGateway } from './sms.ts'

type Words = { lang: string; kind: MessageKind; args: Readonly<Record<string, string | number>> }

declare module '#platform/outbox/outbox.ts' {
  interface OutboxBodies {
    /** Addresses as they were when the notice was laid in: what it tells of may have changed them. */
    mail: Words & { to: string }
    sms: Words & { mobile: string }
  }
}

/** `sms`: the phone that hears of it too; null: none. `registered`: the member's. */
type Telling = { sms?: 'registered' | { mobile: string } | null }

export type Notices = {
  /**
   * A message to the member (which the inbox also pushes to their devices), and a mail if an address is
   * verified. Resolves when the message is left; the others are on their way.
   */
  tell<K extends MessageKind>(memberId: MemberId, kind: K, args: ArgsOf<K>): Promise<void>
  /**
   * Lays the same, and an SMS where it is asked for, in the outbox, in the transaction of what it tells of.
   * The answer sends it, once that is durable.
   */
  lay<K extends MessageKind>(
    sql: Sql,
    memberId: MemberId,
    kind: K,
    args: ArgsOf<K>,
    telling?: Telling,
  ): Promise<() => Promise<void>>
}

/**
 * Notices about the protection of an account, on every channel: rows of the outbox, so that a gateway that is
 * away, or a kill, loses none. Mails carry no link, so that none with a link can be ours
 * (security-and-trust 3).
 */
export function openNotices({ config, db: { kysely }, clock, ids, log, outbox }: AppContext): Notices {
  async function mailTo(sql: Sql, memberId: MemberId): Promise<string | null> {
    const [to] = await protectionList(config).of(sql, memberId, 'email')
    return to === undefined ? null : to.verifiedAt === null ? to.verifiedBefore : to.address
  }
  const lay: Notices['lay'] = async (sql, memberId, kind, args, { sms = null } = {}) => {
    const id = ids.uuid()
    const body = { memberId, kind, args, at: clock.market() }
    await outbox.put(sql, 'inbox', [{ id: `${id}-inbox`, kind, body }])
    const beside: string[] = []
    // Whoever has nothing to log in with, an account that the firm keeps, is reached in the app alone.
    const contact = await sql
      .selectFrom('credentials')
      .select(['mobile', 'lang'])
      .where('memberId', '=', memberId)
      .executeTakeFirst()
    const to = contact === undefined ? null : await mailTo(sql, memberId)
    if (contact !== undefined && to !== null) {
      await outbox.put(sql, 'mail', [
        { id: `${id}-mail`, kind, body: { lang: contact.lang, kind, args, to } },
      ])
      beside.push(`${id}-mail`)
    }
    const mobile = sms === 'registered' ? contact?.mobile : sms?.mobile
    if (contact !== undefined && mobile !== undefined && !isErasedMobile(mobile)) {
      await outbox.put(sql, 'sms', [
        { id: `${id}-sms`, kind, body: { lang: contact.lang, kind, args, mobile } },
      ])
      beside.push(`${id}-sms`)
    }
    return async () => {
      // Not waited for: a gateway that is slow or away does not hold up what has been done.
      if (beside.length > 0) void outbox.deliver(beside)
      await outbox.deliver([`${id}-inbox`])
    }
  }
  return {
    lay,
    async tell(memberId, kind, args) {
      try {
        const send = await kysely.transaction().execute((trx) => lay(trx, memberId, kind, args))
        await send()
      } catch (err) {
        // The change that it tells of stands all the same.
        log.error({ err, member: memberId, kind }, 'a notice could not be laid in the outbox')
      }
    },
  }
}

/** Channels of the outbox to the services for mails and SMS. */
export function noticeChannels(
  { text }: Pick<AppContext, 'text'>,
  mailer: Mailer,
  sms: SmsGateway,
): [ChannelSpec<'mail'>, ChannelSpec<'sms'>] {
  return [
    {
      channel: 'mail',
      async send({ id: key, madeAt: at, body: { to, lang, kind, args } }) {
        const say = (part: 'title' | 'text') => text(lang, messageKey(kind, part), args)
        await mailer.send({ key, at, to, lang, title: say('title'), text: say('text'), code: null })
        return 'sent'
      },
    },
    {
      channel: 'sms',
      async send({ id: key, madeAt: at, body: { mobile, lang, kind, args } }) {
        const what = text(lang, messageKey(kind, 'title'), args)
        await sms.send({ key, at, mobile, text: text(lang, 'identity.smsNotice', { what }), code: null })
        return 'sent'
      },
    },
  ]
}
