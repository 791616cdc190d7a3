import type { MemberId } from '#kernel/id.ts'
import type { AppContext } from '#modules/module.ts'
import { erasedMobile } from '../model/mobile.ts'
import { contactsLeft } from './erasure-queries.ts'
import { replacePhone } from './contact-details.ts'
import { protectionList } from './row-lists.ts'

/**
 * Erases telephone numbers and mail addresses of members whom the journal has erased, each under the codes
 * that guard it. A login without a number stays as a row, by which nobody is reached and nobody logs in.
 */
export async function eraseContacts(context: AppContext, memberIds: readonly MemberId[]): Promise<void> {
  const { kysely } = context.db
  const protection = protectionList(context.config)
  for (const memberId of await contactsLeft(context.db, memberIds)) {
    await replacePhone(context, kysely, memberId, erasedMobile(memberId))
    await protection.change(kysely, memberId, 'email', async (trx, rows) => {
      await trx.deleteFrom('emailAddresses').where('memberId', '=', memberId).execute()
      return { drop: rows }
    })
  }
}
