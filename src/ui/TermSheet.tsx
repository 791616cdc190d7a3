import type { ReactNode } from 'react'
import { helpOnTerm, type TermName } from '#client/help.ts'
import { navigate } from '#client/navigation.ts'
import { useT } from '#client/texts.ts'
import { Button } from './Button.tsx'
import { Sheet } from './Modal.tsx'

type Props = { name: TermName; title: ReactNode; onClose: () => void }

/** A term in a sentence or two, and the way to its article. */
export default function TermSheet({ name, title, onClose }: Props) {
  const t = useT()
  return (
    <Sheet open onClose={onClose} title={title}>
      <p className="px-gutter pb-4 text-2 leading-relaxed">{t(`help.term.${name}`)}</p>
      <div className="flex px-gutter">
        <Button
          kind="secondary"
          onPress={() => {
            onClose()
            navigate.to(helpOnTerm(name))
          }}
        >
          {t('help.readMore')}
        </Button>
      </div>
    </Sheet>
  )
}
