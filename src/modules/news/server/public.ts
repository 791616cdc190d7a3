import type { Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { NoticeTexts, Writing } from '../model/notice.ts'
import type { Said } from '../model/labels.ts'

export type { NoticeTexts, Writing } from '../model/notice.ts'

/** The draft that was put away, and the hash over all of it. */
export type Drafted = { ok: true; value: { id: string; sha256: string } } | Refusal

export type NewsPublic = {
  /**
   * Puts a notice or an article away as an operator has written it. It is published by the power of its kind
   * (`notice.publish`, `news.publish`) with this id as the subject and `{sha256}` as the body: whoever signs,
   * signs these texts, issues and what they correct. Refused: what the power's row refuses,
   * `NOTICE_JAPANESE_MISSING`, `NOTICE_TITLE`, `NOTICE_TEXT`, `NOTICE_WORDS`, `NOTICE_ISSUE`,
   * `NOTICE_CORRECTS`.
   */
  draft(operatorId: string, writing: Writing): Promise<Drafted>
  /**
   * The news of the server itself for everybody, as simulated as its market. The same `id` at the same market
   * time is told once, however often it is said.
   */
  say(said: Said & { id: string; at: Ms }): Promise<void>
  /** A notice about no issue that corrects nothing. */
  draftNotice(operatorId: string, texts: NoticeTexts): Promise<Drafted>
}
