import {
  IconBuildingBank,
  IconBulb,
  IconClock,
  IconCopy,
  IconGift,
  IconHeadphones,
  IconReceipt,
  IconStack2,
  IconTicket,
  IconWallet,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMember } from '#client/member.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { ICON } from '#ui/icon.ts'
import { Section } from '#ui/Section.tsx'

type Name =
  | 'ipo'
  | 'blockTrade'
  | 'dayTrade'
  | 'ai'
  | 'copy'
  | 'financing'
  | 'bonus'
  | 'bankAccount'
  | 'transactionLog'
  | 'customerService'

/** In the mockup's order. `own`: about the member's own things, so a guest is asked to log in. */
const ACTIONS: readonly { name: Name; icon: ReactNode; own?: true }[] = [
  { name: 'ipo', icon: <IconTicket {...ICON} /> },
  { name: 'blockTrade', icon: <IconStack2 {...ICON} /> },
  { name: 'dayTrade', icon: <IconClock {...ICON} /> },
  { name: 'ai', icon: <IconBulb {...ICON} /> },
  { name: 'copy', icon: <IconCopy {...ICON} /> },
  { name: 'financing', icon: <IconBuildingBank {...ICON} />, own: true },
  { name: 'bonus', icon: <IconGift {...ICON} />, own: true },
  { name: 'bankAccount', icon: <IconWallet {...ICON} />, own: true },
  { name: 'transactionLog', icon: <IconReceipt {...ICON} />, own: true },
  { name: 'customerService', icon: <IconHeadphones {...ICON} /> },
]

/** The ten ways from home. */
export function HomeActions() {
  const t = useT()
  const { requireMember } = useMember()
  return (
    <Section label={t('home.actions')}>
      <ul className="grid grid-cols-5 gap-y-2">
        {ACTIONS.map(({ name, icon, own }) => {
          const label = t(`home.action.${name}`)
          return (
            <li key={name}>
              <button
                type="button"
                className="pressable w-full rounded-1 text-1 flex flex-col items-center gap-1.5 py-2"
                onClick={() => {
                  const go = () => void navigate.to(paths[name]())
                  if (own === undefined) go()
                  else requireMember(label, go)
                }}
              >
                <span className="text-brand">{icon}</span>
                <span className="text-center">{label}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** In the place of the ten ways, while it is not known where that is. */
export const ActionBones = () => (
  <Section>
    <ul className="grid grid-cols-5 gap-y-2" aria-hidden>
      {ACTIONS.map(({ name }) => (
        <li key={name} className="flex flex-col items-center gap-1.5 py-2">
          <span className="bone size-6" />
          <span className="bone h-4 w-12" />
        </li>
      ))}
    </ul>
  </Section>
)
