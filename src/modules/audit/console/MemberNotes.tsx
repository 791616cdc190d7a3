import { useState } from 'react'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useMe } from '#console/kit/act.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { useDeskDraft } from '#console/kit/draft.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { powerOf } from '#registry/powers.ts'
import { NOTE_LONGEST, TAG_LONGEST } from '../model/notes.ts'
import { showMember, showMemberNotes, writeMemberNote } from '../operator-contract.ts'

const WRITERS: readonly string[] = powerOf('member.note').signers.flat()

/** Words of staff about a member: tags that are on, a note to add, and all that was written. */
export function MemberNotes({ id }: { id: string }) {
  const t = useT()
  const f = useFormat()
  const mayWrite = useMe()?.roles.some((role) => WRITERS.includes(role)) === true
  const read = useRead(showMemberNotes, { params: { id } })
  const [note, setNote, dropNote] = useDeskDraft(`note ${id}`, '')
  const [tag, setTag] = useState('')
  const write = useWrite(writeMemberNote)
  const send = async (kind: 'note' | 'tag' | 'untag', words: string): Promise<boolean> => {
    const { ok } = await write.run({ params: { id }, input: { kind, words } })
    if (ok) {
      refresh(showMemberNotes)
      refresh(showMember)
    }
    return ok
  }
  const busy = write.state !== 'idle'
  return (
    <Loaded read={read} skeleton="lines">
      {({ rows, tags }) => (
        <>
          <PaneSection title={t('audit.console.note.tags')} note={t('audit.console.note.seen')}>
            <div className="flex flex-wrap items-center gap-1">
              {tags.map((each) =>
                mayWrite ? (
                  <DeskButton
                    key={each}
                    busy={busy}
                    label={t('audit.console.note.takeOff', { tag: each })}
                    onPress={() => void send('untag', each)}
                  >
                    {each} <span aria-hidden>×</span>
                  </DeskButton>
                ) : (
                  <Mark key={each} tone="grey">
                    {each}
                  </Mark>
                ),
              )}
              {tags.length === 0 && !mayWrite && (
                <span className="text-1 text-grey-1">{t('audit.console.part.none')}</span>
              )}
              {mayWrite && (
                <form
                  className="flex gap-1"
                  onSubmit={(event) => {
                    event.preventDefault()
                    void send('tag', tag).then((ok) => ok && setTag(''))
                  }}
                >
                  <input
                    className="desk-input w-40"
                    aria-label={t('audit.console.note.newTag')}
                    placeholder={t('audit.console.note.newTag')}
                    maxLength={TAG_LONGEST}
                    value={tag}
                    onChange={(event) => setTag(event.target.value)}
                  />
                  <DeskButton type="submit" busy={busy} disabled={tag.trim() === ''}>
                    {t('audit.console.note.putOn')}
                  </DeskButton>
                </form>
              )}
            </div>
          </PaneSection>
          {mayWrite && (
            <PaneSection title={t('audit.console.note.write')}>
              <form
                onSubmit={(event) => {
                  event.preventDefault()
                  void send('note', note).then((ok) => ok && dropNote())
                }}
              >
                <textarea
                  className="desk-input w-full py-2"
                  rows={3}
                  aria-label={t('audit.console.note.write')}
                  value={note}
                  onChange={(event) => setNote(event.target.value)}
                />
                <div className="flex items-center justify-between pt-2">
                  <span className="text-1 text-grey-1">
                    {[...note].length} / {NOTE_LONGEST}
                  </span>
                  <DeskButton
                    type="submit"
                    look="primary"
                    busy={busy}
                    disabled={note.trim() === '' || [...note].length > NOTE_LONGEST}
                  >
                    {t('audit.console.note.save')}
                  </DeskButton>
                </div>
              </form>
            </PaneSection>
          )}
          <PaneSection title={t('audit.console.part.notes')}>
            {rows.length === 0 && (
              <p className="py-4 text-center text-grey-1">{t('audit.console.part.none')}</p>
            )}
            <ul>
              {rows.map(({ id: noteId, kind, words, by, at }) => (
                <li key={noteId} className="border-b border-grey-3 py-2">
                  <p className="flex flex-wrap gap-2 text-1 text-grey-1">
                    <span>{f.moment(at)}</span>
                    <PersonName person={by as never} at={at} />
                    <span>{t(`audit.console.note.${kind}`)}</span>
                  </p>
                  <p className="whitespace-pre-line break-words">{words}</p>
                </li>
              ))}
            </ul>
          </PaneSection>
        </>
      )}
    </Loaded>
  )
}
