import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { tenthsOf } from '#kernel/price.ts'
import { heldFor, UNIT_SHARES } from '#modules/draws/model/apply.ts'
import { Button } from '#ui/Button.tsx'
import { Pairs, type Pair } from '#ui/Pairs.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { IpoApplication, OfferingView } from '../contract.ts'
import { activeOf, marketPair, STAGE_TONES, STATE_TONES } from './labels.ts'

/** One offering: its figures as they stand, and the next thing to do about it. */
export function OfferingCard({ offering }: { offering: OfferingView }) {
  const { code, name } = offering
  const mine = activeOf(offering)
  const href = paths.ipo({ id: offering.id })
  return (
    <Section label={name}>
      <a className="pressable -mx-2 block rounded-1 px-2" href={href}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1">
          <h2 className="min-w-0 text-3 font-strong">{name}</h2>
          <span className="text-1 text-grey-1">{code}</span>
          <span className="grow" />
          <StandTag offering={offering} />
        </span>
        <Pairs rows={usePairs(offering)} />
      </a>
      {mine === null ? <Apply offering={offering} href={href} /> : <Mine mine={mine} href={href} />}
    </Section>
  )
}

/** Status of the member's own application, else of the offering with the time that matters. */
export function StandTag({ offering }: { offering: OfferingView }) {
  const t = useT()
  const f = useFormat()
  const mine = activeOf(offering)
  if (mine !== null && offering.status !== 'listed')
    return <Tag tone={STATE_TONES[mine.status]}>{t(`ipo.status.${mine.status}`)}</Tag>
  const { status, opensAt, closesAt } = offering
  const time =
    status === 'open'
      ? t('ipo.until', { at: f.dateTime(closesAt) })
      : status === 'coming'
        ? t('ipo.from', { at: f.dateTime(opensAt) })
        : null
  return (
    <Tag tone={STAGE_TONES[status]}>
      {t(`ipo.stage.${status}`)}
      {time !== null && <span className="pl-2">{time}</span>}
    </Tag>
  )
}

function usePairs(offering: OfferingView): Pair[] {
  const t = useT()
  const f = useFormat()
  const { offerPrice, bandLow, bandHigh } = offering
  const mine = activeOf(offering)
  const price: Pair =
    offerPrice === null
      ? [t('ipo.band'), t('ipo.fromTo', { from: f.price(bandLow), to: f.price(bandHigh) })]
      : [t('ipo.offerPrice'), f.price(offerPrice)]
  const shares: Pair = [t('ipo.publicQuantity'), f.quantity(offering.publicQuantity)]
  // Withdrawn: no more is bought or listed.
  if (offering.status === 'void') return [price, shares]
  const listing: Pair = [t('ipo.issueOn'), f.date(offering.issueOn)]
  if (mine !== null && mine.winningQuantity > 0) {
    return [
      price,
      shares,
      [t('ipo.won'), f.shares(mine.winningQuantity)],
      [t(mine.status === 'approved' ? 'ipo.paid' : 'ipo.payable'), f.money(mine.amountPayable)],
      ...(mine.confirmBy === null ? [] : [[t('ipo.confirmBy'), f.dateTime(mine.confirmBy)] as Pair]),
      listing,
    ]
  }
  if (offering.status === 'listed') return [price, marketPair(t, f, offering), shares, listing]
  return [
    price,
    shares,
    [t('ipo.unit'), f.shares(UNIT_SHARES)],
    [t('ipo.needed'), f.money(heldFor(1, tenthsOf(bandHigh)))],
    [t('ipo.drawOn'), f.date(offering.drawOn)],
    listing,
  ]
}

function Apply({ offering, href }: { offering: OfferingView; href: string }) {
  const t = useT()
  if (offering.status !== 'open') return null
  return (
    <div className="flex items-center gap-3 pt-2">
      <p className="min-w-0 flex-1 text-1 text-grey-1">
        <span className="block">{t('ipo.bookLine', { units: offering.book.units })}</span>
        <span className="block">{t('ipo.oneEach')}</span>
      </p>
      <div className="flex flex-1">
        <Button size="s" href={`${href}&view=apply`}>
          {t('ipo.apply')}
        </Button>
      </div>
    </div>
  )
}

function Mine({ mine, href }: { mine: IpoApplication; href: string }) {
  const t = useT()
  const f = useFormat()
  const check = paths.drawCheck({ id: mine.offeringId, application: mine.id })
  if (mine.status === 'won') {
    return (
      <div className="flex gap-2 pt-2">
        <Button size="s" kind="secondary" href={check}>
          {t('ipo.check.short')}
        </Button>
        <Button size="s" href={href}>
          {t('ipo.confirm.short')}
        </Button>
      </div>
    )
  }
  if (mine.status === 'waiting-for-draw')
    return (
      <p className="pt-1 text-1 text-grey-1">
        {t('ipo.held')}　{f.money(mine.held)}
      </p>
    )
  if (mine.drawPlace === null) return null
  return (
    <div className="-mr-2 flex flex-wrap items-center justify-between gap-x-3">
      <p className="text-1 text-grey-1">
        {mine.place !== null && (
          <>
            {t('ipo.place')}　{t('ipo.placeOf', { n: mine.place })}
          </>
        )}
      </p>
      <a className="pressable flex min-h-touch items-center rounded-1 px-2 text-2 text-brand" href={check}>
        {t('ipo.check.short')}
      </a>
    </div>
  )
}
