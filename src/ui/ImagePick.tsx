import { IconCamera, IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import { useT } from '#client/texts.ts'
import type { Upload } from '#client/upload.ts'
import { FieldError } from './Field.tsx'
import { ICON, ICON_XS } from './icon.ts'
import { Tag, type TagTone } from './Tag.tsx'

/** The formats that the server takes; a phone that photographs in another format converts for it. */
const ACCEPTED = 'image/jpeg,image/png,image/webp'

type Props = {
  label: string
  /** Of `useUpload`. */
  upload: Upload
  /** The picture on the server, as an address; null: none yet. */
  src?: string | null
  tag?: { tone: TagTone; text: string } | undefined
  /** Shown, and no longer to be changed. */
  fixed?: boolean
}

/**
 * One picture to take or to choose, as a tile: sent as soon as it is chosen, shown when it has arrived, and
 * the error under it when it has not.
 */
export function ImagePick({ label, upload, src = null, tag, fixed = false }: Props) {
  const t = useT()
  const id = useId()
  const { progress, error } = upload
  const shown = upload.preview ?? src
  return (
    <div className="min-w-0 flex-1">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-2 pb-1.5">
        <label htmlFor={id} className="text-2 font-strong">
          {label}
        </label>
        {tag && <Tag tone={tag.tone}>{tag.text}</Tag>}
      </div>
      <div
        className={`relative grid aspect-3/2 place-items-center overflow-hidden rounded-2 focus-within:outline-2 focus-within:outline-brand ${shown === null ? 'border border-brand bg-brand-wash' : 'border border-grey-3 bg-sunk'}`}
      >
        {shown !== null && (
          <img src={shown} alt={label} className="absolute inset-0 size-full object-contain" />
        )}
        {progress !== null ? (
          <Progress share={progress} label={label} />
        ) : (
          shown === null && (
            <span className="pointer-events-none flex flex-col items-center px-2 text-center text-brand">
              <IconCamera {...ICON} />
              <span className="pt-1 text-2 font-strong">{t('ui.takePicture')}</span>
              <span className="text-1 text-grey-1">{t('ui.orChoosePicture')}</span>
            </span>
          )
        )}
        {shown !== null && !fixed && progress === null && (
          <span className="pointer-events-none absolute right-1.5 bottom-1.5 flex items-center gap-1 rounded-1 bg-surface px-2 py-1 text-1 text-brand">
            <IconRefresh {...ICON_XS} />
            {t('ui.replacePicture')}
          </span>
        )}
        {/* The browser's own control over the whole tile: finger, keyboard and reader find it. */}
        {!fixed && (
          <input
            id={id}
            type="file"
            accept={ACCEPTED}
            className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : `${id}-error`}
            disabled={progress !== null}
            onChange={(event) => {
              const file = event.target.files?.[0]
              // The same file may be chosen again after an error.
              event.target.value = ''
              if (file !== undefined) void upload.send(file)
            }}
          />
        )}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

function Progress({ share, label }: { share: number; label: string }) {
  const t = useT()
  const percent = Math.round(share * 100)
  return (
    <div className="relative flex w-full flex-col items-center gap-2 bg-surface px-4 py-3">
      <progress className="h-1 w-full accent-(--brand)" max={100} value={percent} aria-label={label} />
      <span className="text-1 text-grey-1">{t('ui.sending')}</span>
    </div>
  )
}
