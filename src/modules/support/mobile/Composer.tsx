import { IconPhoto, IconSend2 } from '@tabler/icons-react'
import { useId, type KeyboardEvent } from 'react'
import { useDraft } from '#client/drafts.ts'
import { useT } from '#client/texts.ts'
import { IMAGE_PICK_COUNT } from '#kernel/specification.ts'
import type { Uploads } from '#client/upload.ts'
import { LINE_LONGEST } from '#modules/support/model/line.ts'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { FieldError } from '#ui/Field.tsx'
import { isComposing } from '#ui/composing.ts'
import { ICON } from '#ui/icon.ts'

const QUICK = ['deposit', 'withdrawal', 'identity'] as const
const ACTION = 'pressable grid size-touch shrink-0 place-items-center rounded-1'

type Props = {
  /** Answers whether it went out; else the text stays where it is. */
  onSend: (text: string) => Promise<boolean>
  sending: boolean
  /** Of `useUploads`. */
  pictures: Uploads
}

/**
 * The field where the member writes: a text, up to nine pictures at once, or one of the usual questions.
 * Enter sends where there is a keyboard, with Shift it begins a line.
 */
export function Composer({ onSend, sending, pictures }: Props) {
  const t = useT()
  const id = useId()
  const [text, setText] = useDraft('line', () => '')
  const tooMany = [...text].length - LINE_LONGEST
  const canSend = text.trim() !== '' && tooMany <= 0 && !sending
  const send = async (): Promise<void> => {
    if (!canSend) return
    const said = text
    setText('')
    if (!(await onSend(said))) setText((since) => (since === '' ? said : since))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      isComposing(event.nativeEvent) ||
      !matchMedia('(pointer: fine)').matches
    )
      return
    event.preventDefault()
    void send()
  }
  return (
    <div className="border-t border-grey-3 bg-surface pb-[calc(var(--s2)+var(--safe-b))]">
      <div className="px-gutter">
        {text === '' && (
          <Chips label={t('support.emptyTitle')}>
            {QUICK.map((topic) => (
              <Chip key={topic} disabled={sending} onPress={() => void onSend(t(`support.quick.${topic}`))}>
                {t(`support.quick.${topic}`)}
              </Chip>
            ))}
          </Chips>
        )}
        <Pictures id={id} pictures={pictures} />
        <FieldError id={`${id}-error`} error={tooMany > 0 ? t('support.toolong', { n: tooMany }) : null} />
      </div>
      <div className="flex items-end gap-1 px-2 pt-2">
        <label
          className={`relative cursor-pointer ${ACTION} text-grey-1 focus-within:outline-2 focus-within:outline-brand`}
        >
          {pictures.underWay === null ? (
            <IconPhoto {...ICON} />
          ) : (
            <progress
              className="h-1 w-8 accent-brand"
              max={1}
              value={pictures.underWay.share}
              aria-label={t('support.sending')}
            />
          )}
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            multiple
            aria-label={t('support.image')}
            className="sr-only"
            disabled={pictures.underWay !== null}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              void pictures.send(files)
            }}
          />
        </label>
        <textarea
          className="scroller field-sizing-content max-h-28 min-h-touch min-w-0 grow resize-none rounded-1 border border-grey-2 bg-surface px-3 py-2.5 text-2 outline-none focus:outline-2 focus:-outline-offset-1 focus:outline-brand"
          rows={1}
          value={text}
          aria-label={t('support.message')}
          placeholder={t('support.message')}
          enterKeyHint="send"
          aria-invalid={tooMany > 0 || undefined}
          aria-describedby={tooMany > 0 ? `${id}-error` : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className={`${ACTION} ${canSend ? 'text-brand' : 'text-grey-2'}`}
          aria-label={t('support.send')}
          aria-disabled={!canSend}
          aria-busy={sending}
          onClick={() => void send()}
        >
          {sending ? <span className="ring size-5" aria-hidden /> : <IconSend2 {...ICON} />}
        </button>
      </div>
    </div>
  )
}

/** The picture that is on its way, what kept one from going, and the way to send the rest again. */
function Pictures({
  id,
  pictures: { underWay, error, left, tooMany, again },
}: {
  id: string
  pictures: Uploads
}) {
  const t = useT()
  return (
    <>
      {tooMany && (
        <p role="status" className="pt-2 text-1 text-grey-1">
          {t('support.imagesTooMany', { max: IMAGE_PICK_COUNT })}
        </p>
      )}
      {underWay !== null && underWay.of > 1 && (
        <p role="status" className="pt-2 text-1 text-grey-1">
          {t('support.imagesSending', { n: underWay.number, of: underWay.of })}
        </p>
      )}
      <FieldError id={`${id}-picture`} error={error} />
      {left > 0 && (
        <div className="flex py-1">
          <Button kind="secondary" onPress={() => void again()}>
            {t('support.imagesAgain', { n: left })}
          </Button>
        </div>
      )}
    </>
  )
}
