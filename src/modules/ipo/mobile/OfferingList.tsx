import { IconTicket } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '#client/texts.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Stage } from '../model/payment.ts'
import { OfferingCard } from './OfferingCard.tsx'
import { useIpoNews, useOfferings } from './use-ipo.ts'

const FILTERS = ['all', 'open', 'drawing', 'listing'] as const
type Filter = (typeof FILTERS)[number]
const SHOWN: Readonly<Record<Filter, readonly Stage[] | null>> = {
  all: null,
  open: ['coming', 'open'],
  drawing: ['drawing', 'payment'],
  listing: ['listing'],
}

/** Every offering, what is under way first. */
export function OfferingList() {
  const t = useT()
  const [filter, setFilter] = useState<Filter>('all')
  useIpoNews()
  const read = useOfferings()
  return (
    <Loaded
      read={read}
      skeleton={
        <Section flush>
          <Skeleton kind="lines" rows={8} />
        </Section>
      }
      title={t('ipo.cannotLoad')}
      empty={
        <Empty
          icon={<IconTicket stroke={1.75} className="size-8" aria-hidden />}
          title={t('ipo.none')}
          note={t('ipo.noneNote')}
        />
      }
    >
      {(offerings) => {
        const shown = offerings.filter(({ status }) => SHOWN[filter]?.includes(status) ?? true)
        return (
          <>
            <div className="bg-surface px-gutter">
              <Chips label={t('ipo.filter')}>
                {FILTERS.map((one) => (
                  <Chip key={one} selected={one === filter} onPress={() => setFilter(one)}>
                    {t(`ipo.filter.${one}`)}
                  </Chip>
                ))}
              </Chips>
            </div>
            {shown.length === 0 ? (
              <Empty
                title={t('ipo.noneOfFilter')}
                action={{ label: t('ipo.filter.all'), onPress: () => setFilter('all') }}
              />
            ) : (
              shown.map((offering) => (
                <div key={offering.id} className="mt-band">
                  <OfferingCard offering={offering} />
                </div>
              ))
            )}
          </>
        )
      }}
    </Loaded>
  )
}
