import { fillRowMacs } from '#platform/database/row-mac.ts'
import type { AppContext } from '#modules/module.ts'
import { openInvitationCodes, type InvitationCode } from './invitation-codes.ts'
import { invitationList, protectionList } from './row-lists.ts'

type Context = Pick<AppContext, 'db' | 'config'>

/** Rows that a test has written by SQL, as if the server had. */
export const asWritten = ({ db, config }: Context): Promise<number> =>
  fillRowMacs(db.config, [protectionList(config), invitationList(config)])

/** A code that invites, of no batch. */
export const invite = (
  context: Context,
  code: Pick<InvitationCode, 'code'> & Partial<InvitationCode>,
): Promise<void> =>
  context.db.kysely
    .transaction()
    .execute((trx) =>
      openInvitationCodes(context).add(trx, [
        {
          kind: 'batch',
          owner: null,
          usesLeft: null,
          expiresAt: null,
          batch: null,
          usesAtFirst: null,
          beginsAt: null,
          ...code,
        },
      ]),
    )
