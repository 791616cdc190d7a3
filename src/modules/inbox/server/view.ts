import { iso } from '#kernel/time.ts'
import type { MessageView } from '../contract.ts'
import { groupOf, messageKey } from '#registry/message-kinds.ts'
import type { Args } from '../model/groups.ts'
import type { StoredMessage } from './queries.ts'

/**
 * A message in the reader's language. The sentence is made now, from what was kept: a change of language
 * changes old messages too.
 */
export function messageView(
  row: StoredMessage,
  text: (key: string, args: Args) => string,
  nameOf: (code: string) => string,
): MessageView {
  const { code, reason } = row.args
  const args: Args = {
    ...row.args,
    ...(typeof code === 'string' ? { name: nameOf(code) } : {}),
    // The catalogues choose by words, and a word of theirs has no hyphen.
    ...(typeof reason === 'string' ? { reason: reason.replaceAll('-', '_') } : {}),
  }
  return {
    id: row.id,
    status: row.read ? 'read' : 'unread',
    kind: row.kind,
    group: groupOf(row.kind),
    at: iso(row.at),
    title: text(messageKey(row.kind, 'title'), args),
    text: text(messageKey(row.kind, 'text'), args),
    orderId: row.orderId,
    lotId: row.lotId,
    about: row.about,
    code: typeof code === 'string' ? code : null,
    simulated: true,
  }
}
