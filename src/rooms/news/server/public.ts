import type { Refusal } from '#kernel/result.ts'
import type { NoticeTexts } from '../model/notice.ts'

export type { NoticeTexts } from '../model/notice.ts'

export type NewsPublic = {
  /**
   * Puts a notice away as an operator has written it. It is published by the power `notice.publish` with this id as the subject and `{sha256}` as
   * the body: whoever signs, signs these texts. Refused: what the power's row refuses, `NOTICE_JAPANESE_MISSING`, `NOTICE_TITLE`, `NOTICE_TEXT`.
   */
  draftNotice(operatorId: string, texts: NoticeTexts): Promise<{ ok: true; value: { id: string; sha256: string } } | Refusal>
}
