import { useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { useT } from '#client/texts.ts'
import { markIssue, type WatchlistsView } from '#modules/watchlists/contract.ts'
import { useChange } from '#modules/watchlists/mobile/public.ts'
import { MARK_COLOURS, type MarkColour } from '#modules/watchlists/model/mark-names.ts'
import { LONGEST_NOTE } from '#modules/watchlists/model/marks.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { TextArea } from '#ui/TextArea.tsx'

export type Mark = WatchlistsView['marks'][number]

const FILLS = {
  red: 'bg-danger',
  amber: 'bg-warn',
  green: 'bg-ok',
  blue: 'bg-brand',
} as const satisfies Record<MarkColour, string>

/** The colour of a mark as a dot, said in words to who does not see it. */
export function MarkDot({ colour }: { colour: MarkColour }) {
  const t = useT()
  return (
    <span
      role="img"
      aria-label={t(`watchlists.colour.${colour}`)}
      className={`inline-block size-2.5 shrink-0 rounded-full ${FILLS[colour]}`}
    />
  )
}

/** A member's colour and words for an issue. */
export function MarkSheet({
  code,
  name,
  mark,
  onClose,
}: {
  code: string
  name: string
  mark: Mark | undefined
  onClose: () => void
}) {
  const t = useT()
  const [colour, setColour] = useState<MarkColour | null>(mark?.colour ?? null)
  const [note, setNote, drop] = useDraft(`note ${code}`, () => mark?.note ?? '')
  const write = useChange(markIssue)
  async function submit() {
    const answer = await write.run({ input: { code, colour, note } })
    if (!answer.ok) return
    drop()
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={t('watchlists.markOf', { name })}>
      <div className="px-gutter flex flex-col gap-2 pb-3">
        <div role="radiogroup" aria-label={t('watchlists.colour')} className="grid grid-cols-5 gap-2">
          {([null, ...MARK_COLOURS] as const).map((one) => (
            <label
              key={one ?? 'none'}
              className="min-h-touch text-1 has-checked:border-brand has-checked:font-strong has-focus-visible:outline-brand border-grey-3 relative flex flex-col items-center justify-center gap-1 rounded-1 border py-1 has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name="mark-colour"
                className="absolute inset-0 opacity-0"
                checked={colour === one}
                onChange={() => setColour(one)}
              />
              <span
                aria-hidden
                className={`size-4 rounded-full ${one === null ? 'border-grey-2 border' : FILLS[one]}`}
              />
              {t(`watchlists.colour.${one ?? 'none'}`)}
            </label>
          ))}
        </div>
        <TextArea
          label={t('watchlists.note')}
          rule={t('watchlists.noteRule', { most: LONGEST_NOTE })}
          error={write.error?.msg}
          value={note}
          onChange={setNote}
          maxLength={LONGEST_NOTE * 2}
          rows={3}
        />
      </div>
      <div className="flex p-4">
        <Button kind="primary" state={write.state} onPress={() => void submit()}>
          {t('watchlists.save')}
        </Button>
      </div>
    </Sheet>
  )
}
