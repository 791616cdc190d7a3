import { IconEye, IconId, IconLock } from '@tabler/icons-react'
import { useT } from '#client/texts.ts'
import { ICON_S } from '#ui/icon.ts'
import { Section } from '#ui/Section.tsx'

const ROWS = [
  ['encrypted', IconLock],
  ['logged', IconEye],
  ['noMyNumber', IconId],
] as const

/** The promises about the pictures (security-and-trust 8). */
export function Promises() {
  const t = useT()
  return (
    <Section>
      <ul className="flex flex-col gap-3 py-1">
        {ROWS.map(([row, Icon]) => (
          <li key={row} className="flex items-start gap-3 text-2">
            <Icon {...ICON_S} className="size-5 shrink-0 text-grey-1" />
            {t(`members.identity.${row}`)}
          </li>
        ))}
      </ul>
      <p className="pt-2 text-1 text-grey-1">{t('members.identity.pictureCheck')}</p>
    </Section>
  )
}
