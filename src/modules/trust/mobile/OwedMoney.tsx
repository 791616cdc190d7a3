import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import type { OwedCheck, OwnCheck } from './owed.ts'
import { markOf, Step } from './Step.tsx'

/**
 * The server's debt to all members after a market day, and this member's part of it: every sum added up on
 * this device.
 */
export function OwedMoney({
  check,
  nextAt,
  isLogin,
}: {
  check: OwedCheck | null
  nextAt: string
  isLogin: boolean
}) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead
        title={t('trust.owed.title')}
        {...(check === null ? {} : { note: f.date(check.statement.day) })}
      />
      {check === null ? (
        <p className="text-2">{t('trust.owed.first', { at: f.dateTime(nextAt) })}</p>
      ) : (
        <Statement check={check} isLogin={isLogin} />
      )}
      <ul className="list-disc pt-2 pl-5 text-1 text-grey-1">
        {(['simulated', 'late', 'leaks', 'omission', 'parts'] as const).map((word) => (
          <li key={word}>{t(`trust.owed.open.${word}`)}</li>
        ))}
      </ul>
    </Section>
  )
}

function Statement({
  check: { statement, house: firm, auditor, same, covered, own },
  isLogin,
}: {
  check: OwedCheck
  isLogin: boolean
}) {
  const t = useT()
  const f = useFormat()
  const { at, total, bank, market, members, root } = statement
  return (
    <>
      <DefinitionList>
        <DefinitionRow strong label={t('trust.owed.total', { members })}>
          {f.money(total)}
        </DefinitionRow>
        <DefinitionRow label={t('trust.owed.bank')}>{f.money(bank)}</DefinitionRow>
        <DefinitionRow label={t('trust.owed.market')}>{f.signedMoney(market)}</DefinitionRow>
        <DefinitionRow label={t('trust.owed.at')}>{f.dateTime(at)}</DefinitionRow>
      </DefinitionList>
      <p className="pt-1 text-1 break-all font-code text-grey-1">{root}</p>
      <ul className="pt-2">
        <Step
          state={markOf(covered)}
          title={t(covered ? 'trust.owed.covered' : 'trust.owed.short', {
            yen: Math.abs(bank + market - total),
          })}
        >
          {t(covered ? 'trust.owed.coveredNote' : 'trust.owed.shortNote')}
        </Step>
        {!same && <Step state="wrong" title={t('trust.owed.changed')} />}
        <Step state={firm} title={t(`trust.house.${firm}`)} />
        <Step state={auditor} title={t(`trust.auditor.${auditor}`)}>
          {t('trust.owed.auditorNote')}
        </Step>
        {own !== null && <Own own={own} />}
        {own === null && isLogin && <Step state="uncheckable" title={t('trust.owed.none')} />}
      </ul>
    </>
  )
}

function Own({ own: { leaf, included, adds } }: { own: OwnCheck }) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      <Step
        state={markOf(included)}
        title={t(included ? 'trust.owed.included' : 'trust.owed.excluded', { yen: leaf.yen })}
      >
        {t('trust.owed.path', { steps: leaf.path.length })}
      </Step>
      <Step state={markOf(adds)} title={t(adds ? 'trust.owed.adds' : 'trust.owed.differs')}>
        {leaf.parts.map(({ account, yen }) => (
          <span key={account} className="flex justify-between gap-3">
            <span>{t(`portfolio.account.${account}`)}</span>
            <span className="whitespace-nowrap">{f.signedMoney(yen)}</span>
          </span>
        ))}
      </Step>
    </>
  )
}
