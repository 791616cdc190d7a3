import { IconPhoto, IconSend2 } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { useT } from '#client/texts.ts'
import type { Upload } from '#client/upload.ts'
import { LINE_LONGEST } from '#rooms/support/model/line.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { FieldError } from '#ui/Field.tsx'
import { ICON } from '#ui/icon.ts'

const QUICK = ['deposit', 'withdrawal', 'identity'] as const
const ACTION = 'pressable grid size-touch shrink-0 place-items-center rounded-1'

type Props = {
  /** Answers whether it went out; else the text stays where it is. */
  onSend: (text: string) => Promise<boolean>
  sending: boolean
  /** Of `useUpload`. */
  picture: Upload
}

/** What the member writes: a text, a picture, or one of the usual questions. Enter sends where there is a keyboard, with Shift it begins a line. */
export function Composer({ onSend, sending, picture }: Props) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const tooMany = [...text].length - LINE_LONGEST
  const canSend = text.trim() !== '' && tooMany <= 0 && !sending
  const send = async (): Promise<void> => {
    if (!canSend) return
    const said = text
    setText('')
    if (!(await onSend(said))) setText((since) => (since === '' ? said : since))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    void send()
  }
  return (
    <div className="border-t border-grey-3 bg-surface pb-[calc(var(--s2)+var(--safe-b))]">
      <div className="px-gutter">
        {text === '' && (
          <Chips label={t('support.emptyTitle')}>
            {QUICK.map((topic) => <Chip key={topic} disabled={sending} onPress={() => void onSend(t(`support.quick.${topic}`))}>{t(`support.quick.${topic}`)}</Chip>)}
          </Chips>
        )}
        <FieldError id={`${id}-picture`} error={picture.error} />
        <FieldError id={`${id}-error`} error={tooMany > 0 ? t('support.toolong', { n: tooMany }) : null} />
      </div>
      <div className="flex items-end gap-1 px-2 pt-2">
        <label className={`relative cursor-pointer ${ACTION} text-grey-1 focus-within:outline-2 focus-within:outline-brand`}>
          {picture.progress === null ? <IconPhoto {...ICON} /> : <progress className="h-1 w-8 accent-brand" max={1} value={picture.progress} aria-label={t('support.sending')} />}
          <input
            type="file" accept="image/jpeg,image/png,image/webp" aria-label={t('support.image')} className="sr-only" disabled={picture.progress !== null}
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file !== undefined) void picture.send(file)
            }}
          />
        </label>
        <textarea
          className="scroller field-sizing-content max-h-28 min-h-touch min-w-0 grow resize-none rounded-1 border border-grey-2 bg-surface px-3 py-2.5 text-2 outline-none focus:outline-2 focus:-outline-offset-1 focus:outline-brand"
          rows={1} value={text} aria-label={t('support.message')} placeholder={t('support.message')} enterKeyHint="send"
          aria-invalid={tooMany > 0 || undefined} aria-describedby={tooMany > 0 ? `${id}-error` : undefined}
          onChange={(event) => setText(event.target.value)} onKeyDown={onKeyDown}
        />
        <button type="button" className={`${ACTION} ${canSend ? 'text-brand' : 'text-grey-2'}`} aria-label={t('support.send')} aria-disabled={!canSend} aria-busy={sending} onClick={() => void send()}>
          {sending ? <span className="ring size-5" aria-hidden /> : <IconSend2 {...ICON} />}
        </button>
      </div>
    </div>
  )
}
