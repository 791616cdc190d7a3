import { useId, useRef } from 'react'
import { elapsed } from '#client/clock.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useMe } from '#console/kit/act.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { useKeys } from '#console/kit/keys.ts'
import { useIsNarrow } from '#console/kit/narrow.ts'
import { usePeople } from '#console/kit/people.ts'
import { useDeskDraft } from '#console/kit/draft.ts'
import { lineProblem } from '#modules/staff/model/line-filter.ts'
import { LANG_NAMES } from '#i18n/lang.ts'
import { confirm } from '#ui/confirm.tsx'
import { isComposing } from '#ui/composing.ts'
import { LINE_LONGEST } from '../model/line.ts'
import {
  listCanned,
  listConversations,
  replyToMember,
  typeToMember,
  type ConversationView,
} from '../operator-contract.ts'
import { nameOfCanned } from './labels.ts'

const TYPES_EVERY_MS = 2_000

/** An answer, and before it is sent what the filter would say of it. Ctrl+Enter sends. */
export function Composer({ thread, onSent }: { thread: ConversationView; onSent: () => void }) {
  const t = useT()
  const people = usePeople()
  const id = useId()
  const isNarrow = useIsNarrow()
  const field = useRef<HTMLTextAreaElement>(null)
  const typedAt = useRef(-TYPES_EVERY_MS)
  const [text, setText, drop] = useDeskDraft(`reply ${thread.memberId}`, '')
  const canned = useRead(listCanned, {}, { quiet: true, staleTime: 60_000 }).data ?? []
  const reply = useWrite(replyToMember, { refreshes: [listConversations] })
  const typing = useWrite(typeToMember, { quiet: true })
  const problem = text.trim() === '' ? null : lineProblem(text, thread.references)
  const over = [...text].length - LINE_LONGEST
  const me = useMe()
  const params = { id: thread.memberId }

  const write = (next: string): void => {
    setText(next)
    if (elapsed() - typedAt.current < TYPES_EVERY_MS) return
    typedAt.current = elapsed()
    void typing.run({ params, input: {} })
  }
  const send = async (): Promise<void> => {
    if (text.trim() === '' || over > 0) return
    const { assigned } = thread
    if (
      assigned !== null &&
      me !== undefined &&
      assigned.operatorId !== me.operatorId &&
      !(await confirm({
        title: t('support.console.send'),
        body: t('support.console.others', { who: people.wordsOf(assigned) }),
      }))
    )
      return
    if (!(await reply.run({ params, input: { text } })).ok) return
    drop()
    onSent()
    field.current?.focus()
  }
  useKeys({ r: () => field.current?.focus() })
  return (
    <div className="border-t border-grey-3 bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <label className="text-1 text-grey-1" htmlFor={id}>
          {t('support.console.replyIn', { lang: LANG_NAMES[thread.lang] })}
        </label>
        <select
          className="desk-input"
          aria-label={t('support.console.insert')}
          value=""
          onChange={(event) => {
            write(canned.find((each) => each.canned === event.target.value)!.filled[thread.lang])
            field.current?.focus()
          }}
        >
          <option value="" disabled>
            {t('support.console.insert')}
          </option>
          {canned.map((each) => (
            <option key={each.canned} value={each.canned}>
              {nameOfCanned(t, each.canned)}
            </option>
          ))}
        </select>
      </div>
      <textarea
        ref={field}
        id={id}
        className="desk-input w-full py-2"
        rows={isNarrow ? 2 : 4}
        value={text}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event.nativeEvent))
            void send()
        }}
      />
      <div className="flex items-center gap-2 pt-1">
        <p id={`${id}-problem`} role="status" className="min-w-0 flex-1 text-1 text-danger">
          {problem !== null
            ? t('support.console.warn', { problem })
            : over > 0
              ? t('support.toolong', { n: over })
              : ''}
        </p>
        <DeskButton
          look="primary"
          hotkey="Ctrl+Enter"
          busy={reply.state !== 'idle'}
          disabled={text.trim() === '' || over > 0}
          onPress={() => void send()}
        >
          {t('support.console.send')}
        </DeskButton>
      </div>
    </div>
  )
}
